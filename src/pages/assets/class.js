// Reads a class list from a file into the field where it can be seen and changed before it is sent.

// The text of a file. A file that is not UTF-8 is sent to the server, which knows more encodings and says which one it is.
async function textOf(bytes, encoding, form) {
  if (!encoding) {
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      form.elements.encoding.value = "UTF-8";
      return text;
    } catch {
      const headers = { "Content-Type": "text/csv", Accept: "application/json" };
      const reply = await fetch(`${form.getAttribute("action")}?dry_run=true`, { method: "POST", headers, body: bytes });
      ({ encoding } = await reply.json());
      const { encoding: chooser } = form.elements;
      if (encoding && ![...chooser.options].some(({ value }) => value === encoding)) chooser.add(new Option(encoding, encoding));
      chooser.value = encoding ?? "";
    }
  }
  return new TextDecoder(encoding ?? "utf-8").decode(bytes);
}

for (const chooser of document.querySelectorAll("[data-file]")) {
  const { form } = chooser;
  const read = async () => {
    const [file] = chooser.files;
    if (!file) return;
    const field = form.elements[chooser.dataset.file];
    field.value = await textOf(await file.arrayBuffer(), form.elements.encoding.value, form);
    field.focus();
  };
  chooser.addEventListener("change", () => {
    form.elements.encoding.value = "";
    read();
  });
  form.elements.encoding.addEventListener("change", read);
}
