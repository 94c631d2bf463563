// A board that is wider than its frame is moved within it. The names of its rows stay in sight then, as the first column of a sheet does.

/** Puts the names above the board, on paper that covers what is moved below them. */
function raise(rows, board) {
  const { x, y, height } = board.viewBox.baseVal;
  const names = rows.getBBox();
  const paper = document.createElementNS(board.namespaceURI, "rect");
  const covered = { x, y, width: names.x + names.width + 4 - x, height };
  for (const [name, value] of Object.entries(covered)) paper.setAttribute(name, value);
  paper.setAttribute("class", "page");
  rows.prepend(paper);
  // They have their colour and place from the group that they leave.
  rows.setAttribute("class", "rows raised fill-faint");
  rows.setAttribute("text-anchor", "middle");
  board.append(rows);
}

/** Puts the names where the left edge of the frame is. */
function follow(frame) {
  const board = frame.querySelector("svg.drawn");
  const rows = board?.querySelector(".rows");
  if (!rows || board.closest(".board, #board") !== frame) return;
  if (!rows.matches(".raised")) raise(rows, board);
  const unit = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
  rows.setAttribute("transform", `translate(${frame.scrollLeft / unit} 0)`);
}

// A frame that comes in the place of another one is heard as well.
document.addEventListener("scroll", ({ target }) => target instanceof Element && follow(target), { capture: true, passive: true });
