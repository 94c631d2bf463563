"""Step 31: wrong programs. Tiles of the tesseract and their ids."""

from harness import main, wrong

WEIGHTS = (27, 9, 3, 1)
CENTRE = 40  # the places before the centre


def to_place(tile, weights=WEIGHTS):
    return sum((coordinate - 1) * weight for coordinate, weight in zip(tile, weights))


def to_id(tile, weights=WEIGHTS):
    place = to_place(tile, weights)
    return place + 1 - (place > CENTRE)


def to_tile(number, weights=WEIGHTS, first_after=CENTRE + 1):
    """The tile of an id; from the id `first_after` on, the centre is among the places passed."""
    place = number - 1 + (number >= first_after)
    return [place // weight % 3 + 1 for weight in weights]


def solve(task, to_id=to_id, to_tile=to_tile):
    ids = [to_id(tile) for tile in task["tiles"]]
    return ids + [" ".join(map(str, to_tile(number))) for number in task["ids"]]


def right(task):
    return solve(task)


def with_weights(task, weights):
    return solve(task, lambda tile: to_id(tile, weights), lambda number: to_tile(number, weights))


@wrong("Takes the first coordinate for the fastest one, in both directions.")
def first_fastest(task):
    return with_weights(task, WEIGHTS[::-1])


@wrong("Exchanges i and j: a step in j passes 27 places and one in i passes 9, in both directions.")
def i_and_j(task):
    return with_weights(task, (9, 27, 3, 1))


@wrong("Exchanges k and l: l runs down and k runs to the right, in both directions.")
def k_and_l(task):
    return with_weights(task, (27, 9, 1, 3))


@wrong("Begins to count the centre as passed at the id 42 on the way back, so the id 41 leads to the centre.")
def one_too_late(task):
    return solve(task, to_tile=lambda number: to_tile(number, first_after=42))


@wrong("Begins to count the centre as passed at the id 40 on the way back, so the id 40 leads to the centre.")
def one_too_early(task):
    return solve(task, to_tile=lambda number: to_tile(number, first_after=40))


@wrong("Skips the centre only for tiles with i = 3 on the way to the ids.")
def only_last_block(task):
    return solve(task, lambda tile: to_place(tile) + 1 - (tile[0] == 3))


@wrong("Takes a tile to come after the centre only when all its coordinates are 2 or 3, on the way to the ids.")
def all_coordinates_after(task):
    return solve(task, lambda tile: to_place(tile) + 1 - (min(tile) >= 2 and max(tile) == 3))


@wrong("Lets a step in j pass 6 places instead of 9, on the way to the ids.")
def six_for_nine(task):
    return solve(task, lambda tile: to_id(tile, (27, 6, 3, 1)))


@wrong("Exchanges i and j on the way to the ids, and writes the coordinates as l k j i on the way back.")
def two_orders(task):
    return solve(task, lambda tile: to_id(tile, (9, 27, 3, 1)), lambda number: to_tile(number)[::-1])


@wrong("Writes the coordinates as l k j i, in the order in which the divisions give them.")
def division_order(task):
    return solve(task, to_tile=lambda number: to_tile(number)[::-1])


main(right)
