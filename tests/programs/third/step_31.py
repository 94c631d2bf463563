"""Step 31: wrong programs. Tiles become ids, and ids become tiles."""
from harness import main, wrong

WEIGHTS = 27, 9, 3, 1


def place(tile, weights=WEIGHTS):
    return sum((n - 1) * weight for n, weight in zip(tile, weights))


def to_id(tile, weights=WEIGHTS):
    number = place(tile, weights)
    return number + 1 if number < 40 else number


def to_tile(number, weights=WEIGHTS):
    number -= number <= 40
    return [number // weight % 3 + 1 for weight in weights]


def write(tile):
    return " ".join(map(str, tile))


def both(task, there=to_id, back=to_tile):
    return [there(tile) for tile in task["tiles"]] + [write(back(number)) for number in task["ids"]]


def right(task):
    return both(task)


@wrong("Gives the centre the id 41 in both directions.")
def centre_has_an_id(task):
    return both(task, lambda tile: min(place(tile) + 1, 80), lambda number: to_tile(number - (number > 40)))


@wrong("Skips the centre on the way to the ids, but not on the way back.")
def centre_on_the_way_back(task):
    return both(task, back=lambda number: to_tile(number - (number > 40)))


@wrong("Takes i for the fastest coordinate and l for the slowest.")
def i_fastest(task):
    return both(task, lambda tile: to_id(tile[::-1]), lambda number: to_tile(number)[::-1])


@wrong("Skips the centre one id too early on the way back: the id 40 is taken for the tile after it.")
def centre_too_early(task):
    return both(task, back=lambda number: to_tile(41 if number == 40 else number))


@wrong("Takes a tile to lie after the centre only if all of its coordinates are at least 2.")
def after_in_all_coordinates(task):
    return both(task, there=lambda tile: place(tile) + 1 - all(n >= 2 for n in tile))


@wrong("Takes a tile to lie after the centre only if i is 3.")
def after_in_i_only(task):
    return both(task, there=lambda tile: place(tile) + 1 - (tile[0] == 3))


@wrong("Swaps j and k in both directions.")
def j_and_k_swapped(task):
    weights = 27, 3, 9, 1
    return both(task, lambda tile: to_id(tile, weights), lambda number: to_tile(number, weights))


@wrong("Typed 8 for 9 in the formula of the place.")
def typed_weight(task):
    return both(task, there=lambda tile: to_id(tile, (27, 8, 3, 1)))


@wrong("Gives the centre the id 41 on the way to the ids, and writes the remainders in the reverse order on the way back.")
def centre_and_remainders(task):
    return both(task, lambda tile: min(place(tile) + 1, 80), lambda number: to_tile(number)[::-1])


@wrong("Takes both lists from the end with pop, so that ids and tiles are in reverse order.")
def last_first(task):
    return right(task)[7::-1] + right(task)[:7:-1]


main(right)
