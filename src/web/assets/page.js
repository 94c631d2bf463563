// What every page has: buttons that copy, and times in the reader's own time zone.

// A button on every block that is marked `data-copy` copies the text of the block.
for (const block of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  const { copy, copied } = block.dataset;
  button.type = "button";
  button.textContent = copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("pre, code").textContent.trim());
    button.textContent = copied;
    setTimeout(() => { button.textContent = copy; }, 2000);
  });
  block.append(button);
}

for (const time of document.querySelectorAll("time")) {
  const format = { dateStyle: "medium", timeStyle: "short" };
  time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, format);
}
