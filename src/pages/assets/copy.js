// Copies texts.

/** Copies a text; whether it could. Where a page is not secure, as over http in a class's network, browsers have no `clipboard`. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The same by the older command, which copies what is selected. */
function copySelected(text) {
  const { activeElement } = document;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  activeElement?.focus({ preventScroll: true });
  return isCopied;
}
