// Texts of the server, in which code is between backticks.

/** Shows a text in the place of what an element has in it. */
export function say(element, text) {
  element.replaceChildren(
    ...text.split("`").map((part, index) => {
      if (index % 2 === 0) return part;
      const code = document.createElement("code");
      code.textContent = part;
      return code;
    }),
  );
}
