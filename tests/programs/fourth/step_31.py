"""Step 31: wrong programs. Coordinates to ids, and ids to coordinates."""
from harness import main, wrong

WEIGHTS = (27, 9, 3, 1)


def place(tile, weights=WEIGHTS):
    """How many places come before the tile."""
    return sum((c - 1) * weight for c, weight in zip(tile, weights))


def to_id(tile, weights=WEIGHTS, skipped=lambda tile, before: before > 40):
    before = place(tile, weights)
    return before + 1 - skipped(tile, before)


def to_tile(number, first_after=41, weights=WEIGHTS):
    """`first_after`: the first id after the centre."""
    before = number - 1 + (number >= first_after)
    return [before // weight % 3 + 1 for weight in weights]


def text(tile):
    return " ".join(map(str, tile))


def solve(task, to_id=to_id, to_tile=to_tile):
    return [to_id(tile) for tile in task["tiles"]] + [text(to_tile(number)) for number in task["ids"]]


def right(task):
    return solve(task)


@wrong("On the way back the centre is skipped from id 40 on, one id too early, so that 40 becomes (2,2,2,2).")
def skipped_at_40(task):
    return solve(task, to_tile=lambda number: to_tile(number, first_after=40))


@wrong("Takes a tile to be after the centre only when every one of its coordinates is at least 2.")
def after_in_every_coordinate(task):
    return solve(task, to_id=lambda tile: to_id(tile, skipped=lambda tile, before: min(tile) >= 2))


@wrong("Takes a tile to be after the centre when any of its coordinates is greater than 2.")
def after_in_any_coordinate(task):
    return solve(task, to_id=lambda tile: to_id(tile, skipped=lambda tile, before: max(tile) > 2))


@wrong("Reads the drawing of the board row by row over its whole width, so that the order is i, k, j, l instead of i, j, k, l.")
def drawing_read_across(task):
    weights = (27, 3, 9, 1)
    return solve(task, lambda tile: to_id(tile, weights), lambda number: to_tile(number, weights=weights))


@wrong("The flag that the centre was passed is set by the first tile after the centre and not cleared for the next tile.")
def flag_not_cleared(task):
    passed = False
    ids = []
    for tile in task["tiles"]:
        if place(tile) > 40:
            passed = True
        ids.append(place(tile) + 1 - passed)
    return ids + solve(task)[len(ids):]


@wrong("The place of a tile, counted from 0, is compared with the id 41, so only tiles after (2,2,2,3) are moved down by one.")
def place_compared_with_41(task):
    return solve(task, to_id=lambda tile: to_id(tile, skipped=lambda tile, before: before > 41))


@wrong("The line for k was copied for l without a change, so that l always equals k on the way back.")
def l_copied_from_k(task):
    return solve(task, to_tile=lambda number: to_tile(number, weights=(27, 9, 3, 3)))


@wrong("On the way back the remainders are collected with l first, and the list is not turned round: l k j i.")
def remainders_not_turned(task):
    return solve(task, to_tile=lambda number: to_tile(number)[::-1])


@wrong("The weights of i and j are exchanged in both directions, and on the way back the centre is not skipped.")
def i_and_j_exchanged_no_skip_back(task):
    weights = (9, 27, 3, 1)
    return solve(task, lambda tile: to_id(tile, weights), lambda number: to_tile(number, 99, weights))


@wrong("Sorts the list `ids` before it is turned into tiles, so that these come in the order of the ids.")
def ids_sorted(task):
    return solve({**task, "ids": sorted(task["ids"])})


main(right)
