// Sends an answer and shows the verdict in place. Without this the form does the same, and the page is loaded again.

import { reachable } from "./board.js";
import { lightLines } from "./lines.js";
import { say } from "./say.js";
import { enter } from "./seats.js";

/** Makes the boards work that are shown. */
function enliven() {
  const boards = document.getElementById("board");
  for (const board of boards.children) reachable(board, "img");
  lightLines(boards);
}

enliven();

const form = document.querySelector("[data-answer]");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  const reply = await fetch(form.action, { method: "POST", headers: { Accept: "text/html" }, body });
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  if (!page.getElementById("verdict")) return showProblem(page);
  for (const id of ["verdict", "board", "attempts"]) {
    document.getElementById(id).replaceWith(page.getElementById(id));
  }
  enliven();
});

/** Shows in the place of the verdict why an answer was not judged, such as that the board has expired. What was written stays. */
function showProblem(page) {
  const told = document.createElement("p");
  told.className = "message bad";
  told.append(...page.querySelector("main p").childNodes);
  document.getElementById("verdict").replaceChildren(told);
}

// The match of a match step is played in the browser.
document.querySelector("[data-play]")?.addEventListener("click", async ({ target }) => {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const reply = await fetch("/games", { method: "POST", headers, body: JSON.stringify({ task: target.dataset.play }) });
  const made = await reply.json();
  if (reply.ok) enter(made);
  else say(document.getElementById("told"), made.detail);
});
