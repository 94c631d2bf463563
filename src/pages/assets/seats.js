// The keys of seats, kept by this browser: whoever has the key of a seat moves for it.

import { at } from "./reach.js";

// The courses of a host share what a browser keeps for it.
const STORE = `gradus.seats${at("")}`;

const all = () => JSON.parse(localStorage.getItem(STORE) ?? "{}");

const isOwn = ([, key]) => typeof key === "string";

/** The keys of a match that this browser moves with: an object from the number of the seat to its key. */
export const keysOf = (id) => Object.fromEntries(Object.entries(all()[id] ?? {}).filter(isOwn));

/** The key of a seat, which may be another's by now. */
export const keyOf = (id, seat) => all()[id]?.[seat]?.given ?? all()[id]?.[seat];

/** Keeps what is known of the seats of a match. The matches of long ago are forgotten. */
function keep(id, seats) {
  const { [id]: _, ...others } = all();
  const latest = [...Object.entries(others).slice(-99), [id, seats]];
  localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(latest)));
}

/** Takes a seat with its key. */
export const take = (id, seat, key) => keep(id, { ...all()[id], [seat]: key });

/** Leaves a seat to somebody who is sent its key. */
export const give = (id, seat) => keep(id, { ...all()[id], [seat]: { given: keyOf(id, seat) } });

/** Keeps the keys of a match's seats: a list with none for computers. A seat that was given away stays so. */
export function keepAll(id, keys) {
  const seats = keys.map((key, index) => [index + 1, key]).filter(isOwn);
  keep(id, { ...Object.fromEntries(seats), ...all()[id] });
}

/** Keeps the keys in the state of a new match, and goes to its page. */
export function enter({ id, keys }) {
  keepAll(id, keys);
  location.href = at(`/games/${id}`);
}
