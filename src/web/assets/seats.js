// The keys of seats, kept by this browser: whoever has the key of a seat moves for it.

const STORE = "gradus.seats";

const all = () => JSON.parse(localStorage.getItem(STORE) ?? "{}");

/** The keys of a match: an object from the number of the seat to its key. */
export const keysOf = (id) => all()[id] ?? {};

/** Keeps keys of a match. The matches of long ago are forgotten. */
export function keep(id, keys) {
  const { [id]: known, ...others } = all();
  const latest = [...Object.entries(others).slice(-99), [id, { ...known, ...keys }]];
  localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(latest)));
}

/** Keeps the keys of a match's seats: a list with none for computers. */
export function keepAll(id, keys) {
  keep(id, Object.fromEntries(keys.map((key, index) => [index + 1, key]).filter(([, key]) => key)));
}

/** Keeps the keys in the state of a new match, and goes to its page. */
export function enter({ id, keys }) {
  keepAll(id, keys);
  location.href = `/games/${id}`;
}
