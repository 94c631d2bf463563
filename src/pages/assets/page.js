// What every page has: buttons that copy, times in the reader's own time zone, and wide tables that keys can scroll.

import { copy } from "./copy.js";
import { localize } from "./times.js";

// The button of a block that is marked `data-copied` copies the text of the block.
for (const block of document.querySelectorAll("[data-copied]")) {
  const [button, code] = ["button", "code"].map((part) => block.querySelector(part));
  const { textContent } = button;
  button.addEventListener("click", async () => {
    if (!(await copy(code.textContent.trim()))) return getSelection().selectAllChildren(code);
    button.textContent = block.dataset.copied;
    setTimeout(() => { button.textContent = textContent; }, 2000);
  });
}

localize(document);

/** Lets keys reach the tables that are wider than the text. */
function reachTables() {
  for (const table of document.querySelectorAll(".prose table")) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
    else table.removeAttribute("tabindex");
  }
}

reachTables();
addEventListener("resize", reachTables);

// In a small window the tabs are one row, which is moved so that the current one is seen.
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
