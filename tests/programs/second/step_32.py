"""Step 32: wrong programs. Half of the directions."""

from itertools import product

from harness import main, wrong

PLACES = list(product((1, 2, 3), repeat=4))
CENTRE = (2, 2, 2, 2)


def weighted_sum(v, weights=(1, 2, 4, 8)):
    return sum(weight * c for weight, c in zip(weights, v))


def step(s, v, n):
    return tuple(c + n * d for c, d in zip(s, v))


def count_lines(v, steps=(0, 1, 2), holes=(CENTRE,)):
    """The starts s for which s + n·v is a tile for each n of `steps`."""
    return sum(all(step(s, v, n) in PLACES and step(s, v, n) not in holes for n in steps) for s in PLACES)


def solve(task, kept=lambda v: weighted_sum(v) > 0, count=count_lines):
    return [count(tuple(v)) if kept(tuple(v)) else "drop" for v in task["vectors"]]


def right(task):
    return solve(task)


@wrong("Adds up the components without the weights 1, 2, 4, 8.")
def no_weights(task):
    return solve(task, kept=lambda v: sum(v) > 0)


@wrong("Puts the weights on the components in the reverse order, 8 on the first.")
def weights_reversed(task):
    return solve(task, kept=lambda v: weighted_sum(v, (8, 4, 2, 1)) > 0)


@wrong("Keeps the one of v and −v that comes first in the list of the task, instead of looking at the sum.")
def first_in_the_list(task):
    vectors = [tuple(v) for v in task["vectors"]]

    def kept(v):
        opposite = step((0, 0, 0, 0), v, -1)
        return any(v) and opposite not in vectors[: vectors.index(v)]

    return solve(task, kept=kept)


@wrong("Tests only s and s + v, so that the third tile of a line may lie off the board.")
def third_tile_untested(task):
    return solve(task, count=lambda v: count_lines(v, steps=(0, 1)))


@wrong("Thinks that only diagonals pass through the centre, and counts 27 lines along an axis.")
def axes_with_centre(task):
    return solve(task, count=lambda v: count_lines(v, holes=() if v.count(0) == 3 else (CENTRE,)))


@wrong("Does not set the counter back to 0, so each number contains the lines of the kept vectors before it.")
def counter_not_reset(task):
    total = 0

    def count(v):
        nonlocal total
        total += count_lines(v)
        return total

    return solve(task, count=count)


@wrong("Keeps the vectors whose first component other than 0 is positive, and counts the lines through the centre.")
def first_component_with_centre(task):
    return solve(task, kept=lambda v: v > (0, 0, 0, 0), count=lambda v: count_lines(v, holes=()))


@wrong("Counts each line once from each end, and drops a kept vector that has no line.")
def both_ends_without_zero(task):
    return solve(task, count=lambda v: 2 * count_lines(v) or "drop")


@wrong("Has 6 for the weight of the last component: 1, 2, 4, 6.")
def six_for_eight(task):
    return solve(task, kept=lambda v: weighted_sum(v, (1, 2, 4, 6)) > 0)


@wrong("Writes 0 instead of the word for a vector that is dropped.")
def zero_for_drop(task):
    return [0 if item == "drop" else item for item in solve(task)]


main(right)
