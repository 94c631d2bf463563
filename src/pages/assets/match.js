// The page of a match. The server draws every position; this puts its parts in place, and sends what is pressed.

import { placeNamed, pressable } from "./board.js";
import { copy } from "./copy.js";
import { lightLines } from "./lines.js";
import { at, pageOf, reach, send } from "./reach.js";
import "./rows.js";
import { say } from "./say.js";
import { enter, give, keyOf, keysOf, take } from "./seats.js";

const page = document.querySelector("[data-match]");
const id = page.dataset.match;
const address = at(`/games/${id}`);
const part = (name) => document.getElementById(name);
const state = () => part("state").dataset;

// Somebody was sent the address of a seat.
const invited = new URLSearchParams(location.hash.slice(1));
if (invited.has("key")) {
  take(id, invited.get("seat"), invited.get("key"));
  history.replaceState(null, "", location.pathname + location.search);
}
let keys = keysOf(id);

/** What is shown: after how many moves, whose lines one after another, with which icons. */
const shown = new URLSearchParams(location.search);

/** Says why something was not done. */
function tell(text) {
  say(part("told"), text);
}

/** Says beside a button what has become of it. */
function tellBeside(button, text) {
  say(button.closest("section").querySelector("[data-told]"), text);
}

/** What can have the focus within a part of the page. */
const FOCUSABLE = "a, button, input, [data-place]";

/** Remembers where the focus is: what this returns brings it back there when the parts of the page have been exchanged. */
function focusKept() {
  const { activeElement } = document;
  const id = activeElement?.closest("[data-part]")?.id;
  const within = () => [...part(id).querySelectorAll(FOCUSABLE)];
  const index = id ? within().indexOf(activeElement) : -1;
  return () => {
    if (id && document.activeElement !== activeElement) (within()[index] ?? part(id)).focus({ preventScroll: true });
  };
}

/** Fetches the position that is to be shown, and puts it in the place of the old one. */
async function show() {
  const reply = await reach(`${address}?${shown}`, { headers: { Accept: "text/html" } });
  const next = await pageOf(reply);
  if (!reply.ok) return tell(next ? next.querySelector("main p").textContent : (await reply.json()).detail);
  const focus = focusKept();
  const { scrollLeft } = part("board");
  for (const now of document.querySelectorAll("[data-part]")) {
    const fresh = next.getElementById(now.id);
    if (!fresh) continue;
    // What is read aloud is filled and not exchanged.
    if (now.getAttribute("role") === "status") now.replaceChildren(...fresh.childNodes);
    else now.replaceWith(fresh);
  }
  document.title = next.title;
  history.replaceState(null, "", shown.size ? `?${shown}` : location.pathname);
  part("board").scrollLeft = scrollLeft;
  enliven();
  focus();
}

/** How wide the names of a board's rows are at most, in pixels. */
const ROWS = 40;

/** Moves a board that is wider than the window as far as it must be, so that the last move is in sight. */
function showLastMove(board) {
  const last = board.querySelector(".last")?.getBoundingClientRect();
  const { left, right } = board.getBoundingClientRect();
  if (last) board.scrollLeft += Math.min(last.left - left - ROWS, 0) || Math.max(last.right - right + 8, 0);
}

/** Scrolls the moves so that the current one is in the middle. */
function showMove(moves) {
  const current = moves.querySelector("[aria-current]")?.closest("li");
  moves.scrollTop = current ? current.offsetTop - moves.clientHeight / 2 : 0;
}

/** Whether a request about the match is under way: what it changes is shown when the reply is there. */
let isSending = false;

/** How many moves there were by the last news that came meanwhile. */
let meanwhile;

/** Sends a request about the match, and shows what has become of it. */
async function change(path, { seat, body } = {}) {
  tell("");
  [isSending, meanwhile] = [true, undefined];
  const reply = await send("POST", address + path, body, seat ? { "X-Seat-Key": keys[seat] } : {});
  if (reply.ok) {
    shown.delete("at");
    await show();
  } else {
    tell((await reply.json()).detail);
  }
  isSending = false;
  if (reply.ok && meanwhile !== undefined && meanwhile !== state().moves) await show();
  return reply.ok;
}

/** Moves to a place for the seat whose turn it is. */
function press(place) {
  // Of two places that are pressed one after the other, the second is no move.
  if (isSending) return undefined;
  const { toMove, seats, at, moves } = state();
  if (at !== moves) return tell(page.dataset.tellEarlier);
  if (!toMove) return tell(page.dataset.tellOver);
  if (seats.split(" ")[toMove - 1] !== "human") return tell(page.dataset.tellComputer);
  if (!keys[toMove]) return tell(page.dataset.tellOther);
  const numbers = part("numbers");
  if (numbers.childElementCount === 0) return change("/moves", { seat: toMove, body: { move: place } });
  const number = numbers.querySelector("input:checked");
  if (!number) {
    tell(page.dataset.tellNumber);
    return numbers.querySelector("input")?.focus();
  }
  return change("/moves", { seat: toMove, body: { move: `${place}:${number.value}` } });
}

/** The seat that takes moves back: of those whose keys are here, the one that has moved last. */
function ownSeat() {
  const { moves, seats } = state();
  const count = seats.split(" ").length;
  for (let made = moves - 1; made >= 0; made -= 1) {
    const seat = (made % count) + 1;
    if (keys[seat]) return seat;
  }
  return undefined;
}

/** Whether no other person has moved since the seat that takes moves back. */
function canUndo() {
  const { moves, seats, ofStep } = state();
  const all = seats.split(" ");
  let made = moves - 1;
  while (made >= 0 && all[made % all.length] !== "human") made -= 1;
  return made >= 0 && ofStep === undefined && Boolean(keys[(made % all.length) + 1]);
}

/** Lets computers move until it is a person's turn, the game is over, or the button is pressed again. */
async function playOn(button) {
  const isOn = button.getAttribute("aria-pressed") === "true";
  button.setAttribute("aria-pressed", !isOn);
  while (button.isConnected && button.getAttribute("aria-pressed") === "true") {
    const { toMove, seats } = state();
    if (!toMove || seats.split(" ")[toMove - 1] === "human" || !(await change("/advance", { seat: Object.keys(keys)[0] }))) break;
  }
  button.setAttribute("aria-pressed", false);
}

/** Says which rule a computer has followed, and marks the places that it allowed. */
async function why() {
  const reply = await reach(`${address}/why?at=${state().at}`, { headers: { Accept: "application/json" } });
  const told = await reply.json();
  if (!reply.ok) {
    part("why").textContent = told.detail;
    return;
  }
  part("why").textContent = `${told.rule.number}. ${told.rule.text}`;
  const names = new Set(told.candidates.map((candidate) => String(candidate).split(":")[0]));
  // Where a rule allows most of the board, its text says enough.
  if (names.size > part("board").querySelectorAll("[data-place]").length / 4) return;
  for (const name of names) placeNamed(part("board"), name)?.classList.add("candidate");
}

const ACTIONS = {
  "undo-move": () => change("/undo", { seat: ownSeat(), body: { moves: 1 } }),
  "undo-turn": () => change("/undo", { seat: ownSeat() }),
  advance: () => change("/advance", { seat: Object.keys(keys)[0] }),
  "play-on": playOn,
  why,
  async again() {
    const reply = await send("POST", at("/games"), JSON.parse(page.dataset.again));
    const made = await reply.json();
    return reply.ok ? enter(made) : tell(made.detail);
  },
  async save(button) {
    const name = part("record-name");
    if (!name.reportValidity()) return;
    const record = { game: id, replace: part("record-replace").checked };
    const reply = await send("PUT", at(`/me/records/${encodeURIComponent(name.value)}`), record);
    const told = await reply.json();
    tellBeside(button, reply.ok ? page.dataset.tellSaved : told.detail);
  },
  async invite(button) {
    const { seat } = button.dataset;
    const invitation = part("invitation");
    invitation.value = `${location.origin}${address}#seat=${seat}&key=${keyOf(id, seat)}`;
    invitation.hidden = false;
    const isCopied = await copy(invitation.value);
    give(id, seat);
    keys = keysOf(id);
    enliven();
    tellBeside(button, isCopied ? page.dataset.tellCopied : page.dataset.tellCopy);
    invitation.select();
  },
};

// A number that was chosen is what was asked for.
document.addEventListener("change", ({ target }) => {
  if (target.name === "number") tell("");
});

document.addEventListener("click", (event) => {
  const action = event.target.closest("[data-action]");
  if (action) ACTIONS[action.dataset.action](action);
  // The drawn numbers are chosen like those of the buttons.
  const drawn = event.target.closest("#board .free g")?.textContent.trim();
  if (drawn) part("numbers").querySelector(`input[value="${drawn}"]`)?.click();
  // Links within the history of the match change what is shown, without a new page.
  const link = event.target.closest("a[data-at]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    tell("");
    if (link.dataset.at === state().moves) shown.delete("at");
    else shown.set("at", link.dataset.at);
    show();
  }
});

part("go-to").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = new FormData(event.target).get("place").trim().toLowerCase();
  const place = placeNamed(part("board"), name);
  if (place) place.focus();
  else tell(page.dataset.tellNoPlace);
});

part("lines-of")?.addEventListener("change", ({ target }) => {
  if (target.value) shown.set("player", target.value);
  else shown.delete("player");
  show();
});

part("icons")?.addEventListener("change", ({ currentTarget }) => {
  const icons = [...new FormData(currentTarget).values()].map((icon) => icon.replaceAll(",", "").trim());
  if (icons.some(Boolean)) shown.set("icons", icons.join(","));
  else shown.delete("icons");
  show();
});

/** Makes the parts work that were put in place. */
function enliven() {
  const board = part("board");
  pressable(board, press);
  lightLines(board);
  showLastMove(board);
  showMove(part("history"));
  const { toMove, seats, at, moves } = state();
  // An earlier position of a match that is over has the same place in the window.
  if (at === moves) page.classList.toggle("over", !toMove);
  const own = Object.keys(keys);
  part("your-turn").hidden = !(own.length === 1 && keys[toMove] && at === moves);
  // Numbers are chosen by whose turn it is; where only others play, by nobody.
  part("numbers").hidden = part("numbers").childElementCount === 0 || own.length === 0;
  part("numbers").disabled = !keys[toMove];
  const players = seats.split(" ");
  const mayAdvance = own.length > 0 || !players.includes("human");
  const isComputers = mayAdvance && Boolean(toMove) && players[toMove - 1] !== "human";
  for (const [name, can] of Object.entries({
    "undo-move": canUndo(),
    "undo-turn": canUndo(),
    advance: isComputers,
    "play-on": isComputers,
  })) {
    document.querySelector(`[data-action="${name}"]`).hidden = !can;
  }
  for (const button of document.querySelectorAll("[data-action=invite]")) {
    // One seat stays here. The address of one that was given away can be copied again.
    const isOnly = own.length === 1 && own[0] === button.dataset.seat;
    button.hidden = isOnly || !keyOf(id, button.dataset.seat);
  }
}

enliven();

/** After so many milliseconds it is tried again to listen, where the server had no place for one more who listens. */
const NEXT_TRY = 5000;

/** Shows what others do. A browser listens again by itself when a connection was lost, but not when the server has refused one. */
function listen() {
  const events = new EventSource(`${address}/events`);
  for (const name of ["state", "move", "undo", "end"]) {
    events.addEventListener(name, ({ lastEventId }) => {
      meanwhile = lastEventId;
      if (isSending || lastEventId === state().moves) return;
      // What was refused before may be done now.
      tell("");
      show();
    });
  }
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, NEXT_TRY);
  });
}

listen();
