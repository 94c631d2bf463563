// Sends an answer and shows the verdict in place. Without this the form does the same, and the page is loaded again.

import { reachable } from "./board.js";
import { lightLines } from "./lines.js";
import { at, pageOf, reach, send } from "./reach.js";
import "./rows.js";
import { say } from "./say.js";
import { enter } from "./seats.js";
import { localize } from "./times.js";

/** Makes the boards work that are shown. */
function enliven() {
  const boards = document.getElementById("board");
  for (const board of boards.children) reachable(board, "img");
  lightLines(boards);
}

enliven();

// A new board keeps its address: loaded again, the page shows the same one.
if (new URLSearchParams(location.search).has("fresh")) {
  history.replaceState(null, "", document.querySelector("[data-board]").search);
}

// A step that has closed has no form.
const form = document.querySelector("[data-answer]");

const verdict = document.getElementById("verdict");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  const reply = await reach(form.action, { method: "POST", headers: { Accept: "text/html" }, body });
  const page = await pageOf(reply);
  if (!page) return showProblem((await reply.json()).detail);
  const judged = page.getElementById("verdict");
  if (!judged) return showProblem(...page.querySelector("main p").childNodes);
  // It is filled and not exchanged, so that it is read aloud.
  verdict.replaceChildren(...judged.childNodes);
  const isOpen = document.querySelector("#attempts details")?.open;
  for (const id of ["board", "legend", "attempts"]) {
    document.getElementById(id).replaceWith(page.getElementById(id));
  }
  const attempts = document.getElementById("attempts");
  if (isOpen) attempts.querySelector("details").open = true;
  localize(attempts);
  enliven();
});

/** Shows in the place of the verdict why an answer was not judged, such as that the board has expired. What was written stays. */
function showProblem(...reason) {
  const told = document.createElement("p");
  told.className = "message bad";
  told.append(...reason);
  verdict.replaceChildren(told);
}

// The match of a match step is played in the browser.
document.querySelector("[data-play]")?.addEventListener("click", async ({ target }) => {
  const reply = await send("POST", at("/games"), { task: target.dataset.play });
  const made = await reply.json();
  if (reply.ok) enter(made);
  else say(document.getElementById("told"), made.detail);
});
