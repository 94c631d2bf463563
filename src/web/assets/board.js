// Boards that one can press: every place is a button, and the arrow keys go from place to place.

/** How far it is from one place to another in a direction; sideways counts more. None if it is not in that direction. */
function distance(from, to, [x, y]) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [along, across] = [dx * x + dy * y, Math.abs(dx * y) + Math.abs(dy * x)];
  return along > 1 ? along + 3 * across : null;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The place beside another one. */
function beside(place, places, direction) {
  const from = place.getBoundingClientRect();
  let [best, least] = [place, Infinity];
  for (const other of places) {
    const away = distance(from, other.getBoundingClientRect(), direction);
    if (away !== null && away < least) [best, least] = [other, away];
  }
  return best;
}

/** Makes buttons of the places of a board. `press` is called with the name of the place that is pressed. */
export function pressable(board, press) {
  const places = [...board.querySelectorAll("[data-place]")];
  // An image has no parts for a screen reader.
  board.querySelector("svg").setAttribute("role", "group");
  const choose = (chosen) => {
    places.forEach((place) => place.setAttribute("tabindex", place === chosen ? 0 : -1));
  };
  for (const place of places) {
    place.setAttribute("role", "button");
    place.setAttribute("aria-label", place.querySelector("title").textContent);
  }
  choose(places[0]);
  board.addEventListener("focusin", ({ target }) => target.dataset.place && choose(target));
  board.addEventListener("click", ({ target }) => {
    const place = target.closest("[data-place]");
    if (place) press(place.dataset.place);
  });
  board.addEventListener("keydown", (event) => {
    const place = event.target.closest("[data-place]");
    if (!place) return;
    if (event.key in ARROWS) {
      beside(place, places, ARROWS[event.key]).focus();
    } else if (event.key === "Enter" || event.key === " ") {
      press(place.dataset.place);
    } else {
      return;
    }
    event.preventDefault();
  });
}

/** The place of a board with this name. */
export function placeNamed(board, name) {
  return [...board.querySelectorAll("[data-place]")].find((place) => place.dataset.place === name);
}
