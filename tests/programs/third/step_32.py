"""Step 32: wrong programs. Which vectors are kept, and how many lines they have."""
from itertools import product

from harness import main, wrong

TILES = {tile for tile in product((1, 2, 3), repeat=4) if tile != (2, 2, 2, 2)}
PLACES = TILES | {(2, 2, 2, 2)}


def weighted(vector, weights=(1, 2, 4, 8)):
    return sum(n * weight for n, weight in zip(vector, weights))


def kept(vector):
    return weighted(vector) > 0


def lines(vector, tiles=TILES, steps=(0, 1, 2)):
    return sum(all(tuple(n + step * d for n, d in zip(tile, vector)) in tiles for step in steps) for tile in tiles)


def items(task, keep=kept, count=lines):
    return [str(count(vector)) if keep(vector) else "drop" for vector in task["vectors"]]


def right(task):
    return items(task)


@wrong("Lets the first component that is not 0 decide.")
def first_component_decides(task):
    return items(task, keep=lambda vector: vector > [0, 0, 0, 0])


@wrong("Puts the weights on the components in the reverse order.")
def weights_reversed(task):
    return items(task, keep=lambda vector: weighted(vector, (8, 4, 2, 1)) > 0)


@wrong("Takes the weights 1, 2, 3, 4.")
def weights_counted_up(task):
    return items(task, keep=lambda vector: weighted(vector, (1, 2, 3, 4)) > 0)


@wrong("Adds the components without weights.")
def no_weights(task):
    return items(task, keep=lambda vector: sum(vector) > 0)


@wrong("Counts every line from both of its ends.")
def both_ends(task):
    return items(task, count=lambda vector: 2 * lines(vector))


@wrong("Counts the lines through the centre.")
def centre_is_a_tile(task):
    return items(task, count=lambda vector: lines(vector, PLACES))


@wrong("Looks only at two tiles of a line, the start and the next one.")
def two_tiles(task):
    return items(task, count=lambda vector: lines(vector, steps=(0, 1)))


@wrong("Keeps the first one of two opposite vectors that appears in the task, and drops a vector that was seen before.")
def first_seen_kept(task):
    seen, answers = {(0, 0, 0, 0)}, []
    for vector in map(tuple, task["vectors"]):
        answers.append("drop" if vector in seen else str(lines(vector)))
        seen |= {vector, tuple(-n for n in vector)}
    return answers


@wrong("Keeps the vectors with a negative sum, and takes the power of the coordinates that change for the number of places.")
def negative_kept_wrong_power(task):
    return items(task, keep=lambda vector: weighted(vector) < 0, count=lambda vector: 3 ** sum(map(abs, vector)) - 1)


@wrong("Sends the numbers of the kept vectors first, and then drop for each of the others.")
def kept_first(task):
    return sorted(right(task), key=lambda item: item == "drop")


main(right)
