"""Step 32: wrong programs. Which of two opposite vectors is kept, and how many lines it has."""
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
WEIGHTS = (1, 2, 4, 8)


def dot(v, weights=WEIGHTS):
    return sum(c * weight for c, weight in zip(v, weights))


def find_lines(v, starts=range(1, 4), centre=CENTRE, parts=(0, 1, 2), wrap=False):
    """The lines along v; `parts`: the tiles of a line that are looked at, `wrap`: below 1 a coordinate goes on at 3."""
    found = []
    for start in product(starts, repeat=4):
        tiles = [tuple(c + n * d for c, d in zip(start, v)) for n in range(3)]
        if wrap:
            tiles = [tuple(c if c >= 1 else c + 3 for c in tile) for tile in tiles]
        if all(tiles[n] != centre and all(1 <= c <= 3 for c in tiles[n]) for n in parts):
            found.append(tiles)
    return found


def solve(task, keep=lambda v: dot(v) > 0, count=lambda v: len(find_lines(v))):
    return [count(v) if keep(v) else "drop" for v in task["vectors"]]


def right(task):
    return solve(task)


@wrong("Takes the weights 1, 2, 3, 4 instead of 1, 2, 4, 8.")
def weights_1_to_4(task):
    return solve(task, keep=lambda v: dot(v, (1, 2, 3, 4)) > 0)


@wrong("The last part of the sum was copied from the one before it and still has the third component: vi + 2·vj + 4·vk + 8·vk.")
def third_component_twice(task):
    return solve(task, keep=lambda v: dot((*v[:3], v[2])) > 0)


@wrong("The counter of lines is set to 0 once before the loop, so that it goes on counting from vector to vector.")
def counter_not_cleared(task):
    total = 0
    answer = []
    for item in solve(task):
        if item != "drop":
            total += item
        answer.append(item if item == "drop" else total)
    return answer


@wrong("Keeps one set of lines for all vectors and counts only new ones, so a vector that comes a second time has no lines.")
def lines_seen_before(task):
    seen = set()

    def count_new(v):
        new = {frozenset(tiles) for tiles in find_lines(v)} - seen
        seen.update(new)
        return len(new)

    return solve(task, count=count_new)


@wrong("The border is found by an index error of nested lists; negative indices give none, so falling coordinates run on from the other end.")
def negative_indices(task):
    return solve(task, count=lambda v: len(find_lines(v, wrap=True)))


@wrong("The starts are taken from range(1, 3), so no line starts at a coordinate 3.")
def starts_without_3(task):
    return solve(task, count=lambda v: len(find_lines(v, starts=range(1, 3))))


@wrong("A vector with a negative sum is replaced by its opposite, and the lines of that are counted; only (0,0,0,0) is dropped.")
def opposite_counted(task):
    return solve(task, keep=any)


@wrong("Puts the weights on the components from the back (8, 4, 2, 1), and looks only at the first two tiles of a line.")
def weights_reversed_two_tiles(task):
    return solve(task, lambda v: dot(v, WEIGHTS[::-1]) > 0, lambda v: len(find_lines(v, parts=(0, 1))))


@wrong("Keeps a vector with the sum 0, and counts the lines through the centre.")
def zero_kept_centre_counted(task):
    return solve(task, lambda v: dot(v) >= 0, lambda v: len(find_lines(v, centre=None)))


@wrong("Sends the numbers of all kept vectors first, and then a drop for each of the others.")
def kept_ones_first(task):
    return sorted(solve(task), key=lambda item: item == "drop")


main(right)
