// The page of all games: makes a match and goes to it.

import { at, reach, send } from "./reach.js";
import { say } from "./say.js";
import { enter, keepAll } from "./seats.js";

// The learner's matches can be played on with every browser.
for (const { dataset } of document.querySelectorAll("[data-keys]")) {
  keepAll(dataset.match, JSON.parse(dataset.keys));
}

/** Sends a request for a match, and shows under the form why it is refused. */
async function create(form, request) {
  const reply = await send("POST", at("/games"), request);
  const state = await reply.json();
  if (reply.ok) return enter(state);
  say(form.querySelector("[data-told]"), state.detail);
}

const seat = (text) => (text.startsWith("alphabeta:") ? { alphabeta: Number(text.slice(10)) } : text);

for (const form of document.querySelectorAll("[data-game]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = [...new FormData(form)];
    const seats = fields.filter(([name, value]) => name === "seat" && value).map(([, value]) => seat(value));
    const options = fields.filter(([name, value]) => name !== "seat" && value !== "").map(([name, text]) => {
      const { type, dataset } = form.elements[name];
      if (type === "number") return [name, Number(text)];
      return [name, "list" in dataset ? text.split(",").map((word) => word.trim()) : text];
    });
    create(form, { game: form.dataset.game, seats, ...Object.fromEntries(options) });
  });
}

for (const form of document.querySelectorAll("[data-load]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    create(form, { record: new FormData(form).get("record") });
  });
}

for (const button of document.querySelectorAll("[data-record]")) {
  button.addEventListener("click", async () => {
    const reply = await reach(button.dataset.record, { headers: { Accept: "application/json" } });
    const { record, detail } = await reply.json();
    const section = button.closest("section");
    if (reply.ok) create(section, { record });
    else say(section.querySelector("[data-told]"), detail);
  });
}

for (const button of document.querySelectorAll("[data-delete]")) {
  button.addEventListener("click", async () => {
    if (!confirm(button.dataset.confirm)) return;
    const reply = await reach(button.dataset.delete, { method: "DELETE", headers: { Accept: "application/json" } });
    const section = button.closest("section");
    if (!reply.ok) return say(section.querySelector("[data-told]"), (await reply.json()).detail);
    button.closest("li").remove();
    section.querySelector("[data-none]").hidden = section.querySelector("li") !== null;
  });
}
