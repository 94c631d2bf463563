// Sends an answer and shows the verdict in place. Without this the form does the same, and the page is loaded again.

import { lightLines } from "./lines.js";
import { enter } from "./seats.js";

lightLines(document.getElementById("board"));

const form = document.querySelector("[data-answer]");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  const reply = await fetch(form.action, { method: "POST", headers: { Accept: "text/html" }, body });
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  for (const selector of ["#verdict", "#board", "#attempts"]) {
    const [now, next] = [document, page].map((from) => from.querySelector(selector));
    if (!next) return document.documentElement.replaceWith(page.documentElement);
    now.replaceWith(next);
  }
  lightLines(document.getElementById("board"));
});

// The match of a match step is played in the browser.
document.querySelector("[data-play]")?.addEventListener("click", async ({ target }) => {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const reply = await fetch("/games", { method: "POST", headers, body: JSON.stringify({ task: target.dataset.play }) });
  const made = await reply.json();
  if (reply.ok) enter(made);
  else document.getElementById("told").textContent = made.detail;
});
