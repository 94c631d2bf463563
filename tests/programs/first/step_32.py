"""Step 32: wrong programs. They decide which vectors are kept, and count the lines of those."""
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
PLACES = list(product((1, 2, 3), repeat=4))


def weighted_sum(vector, weights=(1, 2, 4, 8)):
    return sum(a * weight for a, weight in zip(vector, weights))


def is_kept(vector):
    return weighted_sum(vector) > 0


def has_positive_sum(vector):
    return sum(vector) > 0


def count_lines(vector, tiles=frozenset(PLACES) - {CENTRE}, steps=(1, 2)):
    def step(start, n):
        return tuple(a + n * b for a, b in zip(start, vector))

    return sum(all(step(start, n) in tiles for n in steps) for start in tiles)


def solve(task, kept=is_kept, count=count_lines):
    return [count(vector) if kept(vector) else "drop" for vector in task["vectors"]]


def right(task):
    return solve(task)


@wrong("Keeps a vector if its first component that is not 0 is positive.")
def first_component_decides(task):
    return solve(task, kept=lambda vector: vector > [0, 0, 0, 0])


@wrong("Puts the weights on the components in the order 8, 4, 2, 1.")
def weights_reversed(task):
    return solve(task, kept=lambda vector: weighted_sum(vector, (8, 4, 2, 1)) > 0)


@wrong("Uses the weights 1, 2, 3, 4.")
def weights_one_to_four(task):
    return solve(task, kept=lambda vector: weighted_sum(vector, (1, 2, 3, 4)) > 0)


@wrong("Counts the lines through the centre too.")
def centre_is_a_tile(task):
    return solve(task, count=lambda vector: count_lines(vector, set(PLACES)))


@wrong("Checks only that s and s + v are tiles, and not s + 2v.")
def two_tiles_are_enough(task):
    return solve(task, count=lambda vector: count_lines(vector, steps=(1,)))


@wrong("Counts each line of a kept vector from both ends, and so twice.")
def both_ends(task):
    return solve(task, count=lambda vector: 2 * count_lines(vector))


@wrong("Drops every vector with a -1, and takes three starts for each component 0 (3 times their number, not 3 to that power).")
def no_falling_and_three_each(task):
    return solve(task, lambda vector: any(vector) and -1 not in vector, lambda vector: max(3 * vector.count(0) - 1, 0))


@wrong("Leaves the weights out of the sum, and checks only that s and s + v are tiles.")
def plain_sum_and_two_tiles(task):
    return solve(task, has_positive_sum, lambda vector: count_lines(vector, steps=(1,)))


@wrong("Keeps a vector with the sum 0 as well, so that (0,0,0,0) gets a line for every tile.")
def zero_is_kept(task):
    return solve(task, kept=lambda vector: weighted_sum(vector) >= 0)


@wrong("Sends the numbers of all kept vectors first and the items `drop` after them.")
def kept_first(task):
    return sorted(solve(task), key=lambda item: item == "drop")


main(right)
