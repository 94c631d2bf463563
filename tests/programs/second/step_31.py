"""Step 31: wrong programs. Tiles and their ids."""

from harness import main, wrong

ROW_MAJOR = (27, 9, 3, 1)


def places_before(tile, weights=ROW_MAJOR):
    return sum((c - 1) * weight for c, weight in zip(tile, weights))


def to_id(tile, weights=ROW_MAJOR, behind_centre=lambda tile, before: before > 40, skip=True):
    before = places_before(tile, weights)
    return before if skip and behind_centre(tile, before) else before + 1


def to_tile(number, weights=ROW_MAJOR, first_behind=41, skip=True, last_from=3):
    """`last_from` numbers the coordinate whose digit is used for l."""
    before = number if skip and number >= first_behind else number - 1
    tile = [before // weight % 3 + 1 for weight in weights]
    return [*tile[:3], tile[last_from]]


def text(tile):
    return " ".join(map(str, tile))


def solve(task, write=None, read=None):
    """`write` holds the options of the way to the ids, `read` those of the way back."""
    return [to_id(tile, **(write or {})) for tile in task["tiles"]] + [text(to_tile(n, **(read or {}))) for n in task["ids"]]


def right(task):
    return solve(task)


@wrong("Skips the centre on the way to the ids, but not on the way back.")
def centre_skipped_one_way(task):
    return solve(task, read={"skip": False})


@wrong("Lets the first coordinate change fastest and the last one slowest.")
def first_fastest(task):
    weights = ROW_MAJOR[::-1]
    return solve(task, write={"weights": weights}, read={"weights": weights})


@wrong("Skips the centre one tile too early on the way to the ids: (2,2,2,1) gets 39 like the tile before it.")
def skipped_too_early(task):
    return solve(task, write={"behind_centre": lambda tile, before: before >= 39})


@wrong("Takes the centre into account only for tiles with i = 3, and forgets the tiles behind it with i = 2.")
def skipped_for_last_layer(task):
    return solve(task, write={"behind_centre": lambda tile, before: tile[0] == 3})


@wrong("Numbers the drawing row by row over its whole width, so that j and k change places.")
def drawing_by_rows(task):
    weights = (27, 3, 9, 1)
    return solve(task, write={"weights": weights}, read={"weights": weights})


@wrong("Counts 6 places for a step in j, 3·2 instead of 3².")
def six_for_nine(task):
    return solve(task, write={"weights": (27, 6, 3, 1)})


@wrong("Lets the first coordinate change fastest, and gives the centre the id 41, there and back.")
def first_fastest_with_centre(task):
    options = {"weights": ROW_MAJOR[::-1], "skip": False}
    return solve(task, write=options, read=options)


@wrong("Takes a tile as behind the centre only if none of its coordinates is 1, and uses the line for k again for l on the way back.")
def no_ones_and_copied_line(task):
    return solve(task, write={"behind_centre": lambda tile, before: min(tile) >= 2}, read={"last_from": 2})


@wrong("Asks for ids above 41 instead of 40 on the way back, so the id 41 gives the centre.")
def back_from_42(task):
    return solve(task, read={"first_behind": 42})


@wrong("Writes the coordinates in the order in which the divisions give them: l k j i.")
def last_coordinate_first(task):
    return [to_id(tile) for tile in task["tiles"]] + [text(to_tile(n)[::-1]) for n in task["ids"]]


main(right)
