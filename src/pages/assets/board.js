// Boards by keyboard: Tab goes to a board, and the arrow keys go from place to place. On some boards every place is a button.

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

/** Makes the places of a board reachable by keys, each with this role and the name that its title says. */
export function reachable(board, role) {
  const places = [...board.querySelectorAll("[data-place]")];
  // An image has no parts for a screen reader.
  board.querySelector("svg").setAttribute("role", "group");
  const choose = (chosen) => {
    places.forEach((place) => place.setAttribute("tabindex", place === chosen ? 0 : -1));
  };
  for (const place of places) {
    place.setAttribute("role", role);
    place.setAttribute("aria-label", place.querySelector("title").textContent);
  }
  choose(places[0]);
  board.addEventListener("focusin", ({ target }) => places.includes(target) && choose(target));
  board.addEventListener("keydown", (event) => {
    const place = event.target.closest("[data-place]");
    if (!place || !(event.key in ARROWS)) return;
    beside(place, places, ARROWS[event.key]).focus();
    event.preventDefault();
  });
}

/** Makes buttons of the places of a board. `press` is called with the name of the place that is pressed. */
export function pressable(board, press) {
  reachable(board, "button");
  board.addEventListener("click", ({ target }) => {
    const place = target.closest("[data-place]");
    if (place) press(place.dataset.place);
  });
  board.addEventListener("keydown", (event) => {
    const place = event.target.closest("[data-place]");
    if (!place || (event.key !== "Enter" && event.key !== " ")) return;
    press(place.dataset.place);
    event.preventDefault();
  });
}

/** The place of a board with this name. */
export function placeNamed(board, name) {
  return [...board.querySelectorAll("[data-place]")].find((place) => place.dataset.place === name);
}
