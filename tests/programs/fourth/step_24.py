"""Step 24: wrong programs. Black's and white's complete lines on each board."""
from itertools import product

from harness import main, wrong

VECTORS = list(product((-1, 0, 1), repeat=4))
DIRECTIONS = [v for v in VECTORS if v > (0, 0, 0, 0)]


def to_id(cell):
    x, y, z, w = cell
    return w * 64 + z * 16 + y * 4 + x


def lines_of(direction, fixed=range(4)):
    """The lines along a direction, as lists of ids. `fixed` holds the values of the coordinates that stay."""
    starts = product(*({1: [0], -1: [3], 0: fixed}[d] for d in direction))
    return [[to_id([s + k * d for s, d in zip(start, direction)]) for k in range(4)] for start in starts]


def count(board, side, directions=DIRECTIONS, fixed=range(4)):
    return sum(all(board[i] == side for i in line) for d in directions for line in lines_of(d, fixed))


def right(task, sides="xo", **changes):
    return [count(board, side, **changes) for board in task["boards"] for side in sides]


@wrong("Checks only that the four cells are equal and counts each such line that is not black's for white, four empty cells included.")
def empty_lines_for_white(task):
    return [n for board in task["boards"] for n in (count(board, "x"), count(board, "o") + count(board, "."))]


@wrong("Does not set the two counters back to 0 for the next board.")
def counters_kept(task):
    counts = right(task)
    return [sum(counts[i % 2: i + 1: 2]) for i in range(len(counts))]


@wrong("Takes w for the number of a separate three-dimensional board and counts only the lines within each of the four.")
def four_separate_cubes(task):
    return right(task, directions=[d for d in DIRECTIONS if d[3] == 0])


@wrong("Scans only lines that change one or two coordinates, so that the diagonals in space are missing.")
def at_most_two_coordinates(task):
    return right(task, directions=[d for d in DIRECTIONS if sum(map(abs, d)) <= 2])


@wrong("Leaves the loop over the lines of a direction (break) at the first complete one, so that a side gets at most one line for each direction.")
def one_line_for_each_direction(task):
    return [sum(count(board, side, [d]) > 0 for d in DIRECTIONS) for board in task["boards"] for side in "xo"]


@wrong("Runs the coordinates that stay the same with range(3), so that lines with a 3 there are missing.")
def fixed_coordinates_below_three(task):
    return right(task, fixed=range(3))


@wrong("Joins the characters of all lines to one string without separators and counts xxxx and oooo in it, so that runs over the border of two lines are found too.")
def lines_joined(task):
    items = []
    for board in task["boards"]:
        text = "".join(board[i] for d in DIRECTIONS for line in lines_of(d) for i in line)
        items += [text.count("xxxx"), text.count("oooo")]
    return items


@wrong("Keeps only directions with a positive sum, so that those with the sum 0 are missing, "
       "and counts along x any four consecutive ids, over the border of a row as well.")
def positive_sum_and_consecutive_ids(task):
    directions = [v for v in VECTORS if sum(v) > 0 and v != (1, 0, 0, 0)]
    return [count(board, side, directions) + sum(board[i: i + 4] == 4 * side for i in range(253)) for board in task["boards"] for side in "xo"]


@wrong("Keeps only directions with dx > 0, so that the lines on which x stays are missing, and sends white's number before black's.")
def dx_positive_and_white_first(task):
    return right(task, sides="ox", directions=[v for v in VECTORS if v[0] > 0])


@wrong("Sends black's numbers for all boards first and then white's.")
def all_black_then_all_white(task):
    counts = right(task)
    return counts[::2] + counts[1::2]


main(right)
