// The lines of a board of four dimensions: pointing at a place lights every line through it. A place names its coordinates in `data-at`.

const DIRECTIONS = Array.from({ length: 81 }, (_, code) => [27, 9, 3, 1].map((unit) => Math.floor(code / unit) % 3 - 1))
  .filter((direction) => direction.find((step) => step !== 0) === 1);

/** The places on the lines through one of them, without it. `places` maps coordinates to elements. */
function onLinesThrough(at, places, first, side) {
  const found = new Set();
  for (const direction of DIRECTIONS) {
    const shifted = (steps) => at.map((coordinate, axis) => coordinate + steps * direction[axis]);
    const line = Array.from({ length: 2 * side - 1 }, (_, index) => shifted(index - side + 1))
      .filter((place) => place.every((coordinate) => first <= coordinate && coordinate < first + side))
      .map((place) => places.get(place.join(" ")));
    // A line goes from border to border, and through no place that the board does not have.
    if (line.length === side && line.every(Boolean)) line.forEach((place) => found.add(place));
  }
  return found;
}

/** Lights the lines through a place of a board, or of several, while one points at it, or has the focus on it. */
export function lightLines(within) {
  const boards = within.querySelectorAll(".board");
  for (const board of boards.length > 0 ? boards : [within]) {
    const places = new Map([...board.querySelectorAll("[data-at]")].map((place) => [place.dataset.at, place]));
    if (places.size === 0) continue;
    const coordinates = [...places.keys()].flatMap((at) => at.split(" ").map(Number));
    const first = Math.min(...coordinates);
    const side = Math.max(...coordinates) - first + 1;
    const light = ({ target, type }) => {
      const place = type === "focusout" ? null : target.closest("[data-at]");
      board.querySelectorAll(".lit, .lit-through").forEach((lit) => lit.classList.remove("lit", "lit-through"));
      if (!place) return;
      place.classList.add("lit-through");
      const at = place.dataset.at.split(" ").map(Number);
      onLinesThrough(at, places, first, side).forEach((other) => other !== place && other.classList.add("lit"));
    };
    for (const type of ["pointerover", "pointerleave", "focusin", "focusout"]) board.addEventListener(type, light);
  }
}
