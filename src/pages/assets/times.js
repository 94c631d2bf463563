// Times in the reader's own time zone.

const FORMAT = { dateStyle: "medium", timeStyle: "short" };

/** Writes the times within an element as the reader is used to. */
export function localize(element) {
  for (const time of element.querySelectorAll("time")) {
    time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, FORMAT);
  }
}
