"""Step 31: wrong programs. The weights, the place of the centre, and the form of the items vary."""
from harness import main, wrong

WEIGHTS = (27, 9, 3, 1)


def to_id(tile, weights=WEIGHTS, first_skipped=41, skip=None):
    """`first_skipped` is the first number of places before a tile for which the centre counts as passed."""
    before = sum((c - 1) * weight for c, weight in zip(tile, weights))
    passed = skip(tile) if skip else before >= first_skipped
    return before + 1 - passed


def to_tile(number, weights=WEIGHTS, first_skipped=41, lowest=1):
    before = number - 1 + (number >= first_skipped)
    return [before // weight % 3 + lowest for weight in weights]


def text(tile):
    return " ".join(map(str, tile))


def solve(task, *, forward=None, back=None, **both):
    forward = both | (forward or {})
    back = both | (back or {})
    ids = [to_id(tile, **forward) for tile in task["tiles"]]
    return ids + [text(to_tile(number, **back)) for number in task["ids"]]


def right(task):
    return solve(task)


def each_behind(tile):
    return all(c >= 2 for c in tile[:3]) and tile[3] == 3


@wrong("Gives the centre the id 41, so every tile after it is off by one, in both parts.")
def centre_has_an_id(task):
    return solve(task, first_skipped=999)


@wrong("Skips the centre on the way from coordinates to ids, but not on the way back.")
def no_skip_back(task):
    return solve(task, back={"first_skipped": 999})


@wrong("Takes the first coordinate for the fastest one, in both parts.")
def first_is_fastest(task):
    return solve(task, weights=(1, 3, 9, 27))


@wrong("Exchanges the weights of j and k: a step in j passes 3 places and a step in k 9.")
def middle_exchanged(task):
    return solve(task, weights=(27, 3, 9, 1))


@wrong("Divides an id by 3 again and again, and sends the remainders as they come, so the coordinates read l k j i.")
def remainders_as_they_come(task):
    return solve(task, back={"weights": WEIGHTS[::-1]})


@wrong("Takes the centre as passed only where j and k are 2 or 3 and l is 3 as well, instead of by the order of the tiles.")
def compared_one_by_one(task):
    return solve(task, forward={"skip": each_behind})


@wrong("On the way back, takes the centre as passed only from the id 42 on, so the id 41 becomes the centre itself.")
def skip_from_42_back(task):
    return solve(task, back={"first_skipped": 42})


@wrong("Takes the centre as passed only if i is 3, and sends the coordinates counted from 0.")
def last_block_and_zero(task):
    return solve(task, forward={"skip": lambda tile: tile[0] == 3}, back={"lowest": 0})


@wrong("Divides by 27 twice, so the second coordinate is the first one again, and does not skip the centre on the way back.")
def first_divided_twice(task):
    return solve(task, back={"weights": (27, 27, 3, 1), "first_skipped": 999})


@wrong("Answers in pairs, an id and then a tile, instead of all ids first.")
def in_pairs(task):
    items = right(task)
    return [item for pair in zip(items[:8], items[8:]) for item in pair]


main(right)
