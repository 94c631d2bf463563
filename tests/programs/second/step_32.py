"""Step 32: wrong programs. Half of the directions and their lines."""

from itertools import product

from harness import main, wrong

PLACES = list(product((1, 2, 3), repeat=4))
TILES = [place for place in PLACES if place != (2, 2, 2, 2)]


def weighted(v, weights=(1, 2, 4, 8)):
    return sum(component * weight for component, weight in zip(v, weights))


def lines(v, tiles=TILES, length=3):
    """How many lines of this length begin at a tile and lead along v."""
    return sum(
        all(tuple(c + step * d for c, d in zip(tile, v)) in tiles for step in range(length))
        for tile in tiles
    )


def solve(task, keep=lambda v: weighted(v) > 0, lines=lines):
    return [lines(v) if keep(v) else "drop" for v in task["vectors"]]


def right(task):
    return solve(task)


@wrong("Keeps a vector when its first component that is not 0 is positive, instead of when the sum is.")
def first_component(task):
    return solve(task, lambda v: v > [0, 0, 0, 0])


@wrong("Puts the weights on the components in the reverse order: 8 on the first and 1 on the last.")
def reversed_weights(task):
    return solve(task, lambda v: weighted(v, (8, 4, 2, 1)) > 0)


@wrong("Uses the weights 1, 2, 3, 4 instead of 1, 2, 4, 8.")
def weights_in_steps_of_one(task):
    return solve(task, lambda v: weighted(v, (1, 2, 3, 4)) > 0)


@wrong("Adds the components without their weights.")
def plain_sum(task):
    return solve(task, lambda v: sum(v) > 0)


@wrong("Counts the lines through the centre as if it were a tile.")
def with_the_centre(task):
    return solve(task, lines=lambda v: lines(v, PLACES))


@wrong("Takes the line through the centre away only for vectors along one axis.")
def centre_on_axes_only(task):
    return solve(task, lines=lambda v: lines(v) if v.count(0) == 3 else lines(v, PLACES))


@wrong("Does not check the third tile of a line: s and s + v are enough.")
def two_tiles(task):
    return solve(task, lines=lambda v: lines(v, length=2))


@wrong("Keeps the vector (0,0,0,0), because its sum is not negative.")
def zero_kept(task):
    return solve(task, lambda v: weighted(v) >= 0)


@wrong("Adds the components without their weights, and counts the lines through the centre.")
def plain_sum_with_centre(task):
    return solve(task, lambda v: sum(v) > 0, lambda v: lines(v, PLACES))


@wrong("Writes `0` for a dropped vector instead of `drop`.")
def zero_for_drop(task):
    return [0 if item == "drop" else item for item in right(task)]


main(right)
