// Reads a class list from a file into the field where it can be seen and changed before it is sent.

for (const chooser of document.querySelectorAll("[data-file]")) {
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files;
    if (!file) return;
    const field = chooser.form.elements[chooser.dataset.file];
    field.value = await file.text();
    field.focus();
  });
}
