"""Step 32: wrong programs. The sum that keeps a vector, and what counts as a line, vary."""
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)


def weighted(v, weights=(1, 2, 4, 8)):
    return sum(c * weight for c, weight in zip(v, weights))


def count_lines(v, missing=(CENTRE,), length=3, starts=(1, 2, 3)):
    def exists(tile):
        return all(1 <= c <= 3 for c in tile) and tile not in missing

    lines = 0
    for start in product(starts, repeat=4):
        tiles = [tuple(c + n * d for c, d in zip(start, v)) for n in range(length)]
        lines += all(map(exists, tiles))
    return lines


def solve(task, *, rate=weighted, keep=lambda total: total > 0, dropped="drop", write=lambda lines: lines, **options):
    return [write(count_lines(v, **options)) if keep(rate(v)) else dropped for v in task["vectors"]]


def right(task):
    return solve(task)


@wrong("Adds the components without weights, and keeps a vector if this sum is positive.")
def no_weights(task):
    return solve(task, rate=sum)


@wrong("Puts the weights on the components in the reverse order: 8 on the first, 1 on the last.")
def reversed_weights(task):
    return solve(task, rate=lambda v: weighted(v, (8, 4, 2, 1)))


@wrong("Keeps the vector (0,0,0,0) as well, because its sum is not negative, and counts 80 lines for it.")
def zero_kept(task):
    return solve(task, keep=lambda total: total >= 0)


@wrong("Takes the weights 1, 2, 3, 4 instead of 1, 2, 4, 8.")
def counted_weights(task):
    return solve(task, rate=lambda v: weighted(v, (1, 2, 3, 4)))


@wrong("Counts the coordinates from 0 but still leaves out (2,2,2,2), so a corner of the board is missing and the centre is there.")
def corner_missing(task):
    return solve(task, missing=((3, 3, 3, 3),))


@wrong("Lets the start of a line have only the coordinates 1 and 2: the end of the range is left out.")
def short_range(task):
    return solve(task, starts=(1, 2))


@wrong("Tests only the first two tiles of a line, so each pair of neighbours counts.")
def two_tiles(task):
    return solve(task, length=2)


@wrong("Counts every line from both of its ends, and sends `drop` for a kept vector that has no line.")
def both_ends_empty_dropped(task):
    return solve(task, write=lambda lines: 2 * lines or "drop")


@wrong("Keeps the vectors with a negative sum, and counts the lines through the centre.")
def negative_with_centre(task):
    return solve(task, keep=lambda total: total < 0, missing=())


@wrong("Sends 0 instead of `drop` for a vector that is dropped.")
def zero_for_drop(task):
    return solve(task, dropped=0)


main(right)
