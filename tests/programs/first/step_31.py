"""Step 31: wrong programs. They turn coordinates into ids and ids into coordinates."""
from harness import main, wrong

WEIGHTS = (27, 9, 3, 1)


def places_before(tile, weights):
    return sum((a - 1) * weight for a, weight in zip(tile, weights))


def id_of(tile, weights=WEIGHTS, is_after_centre=lambda tile: tile > [2, 2, 2, 2]):
    return places_before(tile, weights) + 1 - is_after_centre(tile)


def tile_of(number, weights=WEIGHTS, skip_from=41, first_id=1, first_coordinate=1):
    place = number - first_id + (number >= skip_from)
    return " ".join(str(place // weight % 3 + first_coordinate) for weight in weights)


def solve(task, forth=id_of, back=tile_of):
    return [forth(tile) for tile in task["tiles"]] + [back(number) for number in task["ids"]]


def with_weights(task, weights):
    """The other order of the places, with the centre skipped in that order too."""
    return solve(
        task,
        lambda tile: id_of(tile, weights, lambda tile: places_before(tile, weights) > 40),
        lambda number: tile_of(number, weights),
    )


def right(task):
    return solve(task)


@wrong("Gives the centre the id 41, in both directions.")
def centre_is_41(task):
    return solve(task, lambda tile: id_of(tile, is_after_centre=lambda _: 0), lambda number: tile_of(number, skip_from=99))


@wrong("Skips the centre from coordinates to ids, but not on the way back.")
def skipped_one_way(task):
    return solve(task, back=lambda number: tile_of(number, skip_from=99))


@wrong("Numbers the whole drawing row by row, across all three squares: l is the fastest, then j, then k, then i.")
def rows_of_the_drawing(task):
    return with_weights(task, (27, 3, 9, 1))


@wrong("Numbers each small square column by column, so that k is the fastest coordinate and l the next one.")
def k_fastest(task):
    return with_weights(task, (27, 9, 1, 3))


@wrong("Takes a tile to be after the centre only if all of its coordinates are at least 2.")
def after_centre_in_every_coordinate(task):
    return solve(task, lambda tile: id_of(tile, is_after_centre=lambda tile: min(tile) >= 2 and tile != [2, 2, 2, 2]))


@wrong("Takes the id for the number of places before the tile on the way back, without subtracting 1.")
def id_is_count_before(task):
    return solve(task, back=lambda number: tile_of(number, first_id=0))


@wrong("Takes i for the fastest coordinate and l for the slowest, and gives the centre an id.")
def i_fastest_with_centre(task):
    weights = WEIGHTS[::-1]
    return solve(
        task,
        lambda tile: id_of(tile, weights, lambda _: 0),
        lambda number: tile_of(number, weights, skip_from=99),
    )


@wrong("Counts the coordinates it writes from 0, and leaves the centre out of the ids it writes only where i is 3.")
def from_zero_and_late_skip(task):
    return solve(
        task,
        lambda tile: id_of(tile, is_after_centre=lambda tile: tile[0] == 3),
        lambda number: tile_of(number, first_coordinate=0),
    )


@wrong("Adds the skipped centre only from the id 42 on, so that 41 becomes (2,2,2,2).")
def skip_from_42(task):
    return solve(task, back=lambda number: tile_of(number, skip_from=42))


@wrong("Writes the coordinates in the order l k j i, as the divisions by 3 give them.")
def l_written_first(task):
    return solve(task, back=lambda number: tile_of(number)[::-1])


main(right)
