"""Step 24: wrong programs. The complete lines of black and of white on four boards."""

from itertools import product

from harness import main, wrong

VECTORS = [v for v in product((-1, 0, 1), repeat=4) if any(v)]
DIRECTIONS = [v for v in VECTORS if v > (0, 0, 0, 0)]
RUNS = {1: [range(4)], -1: [range(3, -1, -1)], 0: [[value] * 4 for value in range(4)]}


def lines(directions):
    """For each direction the list of its lines, each as four ids."""
    return [
        [[x + 4 * y + 16 * z + 64 * w for x, y, z, w in zip(*axes)] for axes in product(*(RUNS[d] for d in v))]
        for v in directions
    ]


def joined(lists):
    return [line for lines in lists for line in lines]


LINES = joined(lines(DIRECTIONS))


def complete(board, line, side):
    return all(board[cell] == side for cell in line)


def count(board, side, lines=LINES, complete=complete):
    return sum(complete(board, line, side) for line in lines)


def solve(task, **rules):
    return [count(board, side, **rules) for board in task["boards"] for side in "xo"]


def right(task):
    return solve(task)


RISING_LINES = joined(lines([v for v in VECTORS if min(v) == 0]))


@wrong("Directions with -1 are left out, so the diagonals that fall in one coordinate and rise in another are missing.")
def no_falling_coordinates(task):
    return solve(task, lines=RISING_LINES)


STEPS = [abs(x + 4 * y + 16 * z + 64 * w) for x, y, z, w in DIRECTIONS]
ID_LINES = [range(i, i + 3 * step + 1, step) for step in STEPS for i in range(256 - 3 * step)]


@wrong("Steps are made on the id alone, so lines run over the border into the next row or layer.")
def steps_on_the_id(task):
    return solve(task, lines=ID_LINES)


UP_TO_TWO_CHANGE = joined(lines([v for v in DIRECTIONS if v.count(0) >= 2]))


@wrong("Only straight lines and diagonals in a plane are listed; lines that change three or four coordinates are missing.")
def planes_only(task):
    return solve(task, lines=UP_TO_TWO_CHANGE)


TYPED = [(0, 1, 1, 0) if v == (0, 1, -1, 0) else v for v in DIRECTIONS]
TYPED_LINES = joined(lines(TYPED))


@wrong("In a typed list of the 40 directions (0,1,-1,0) lacks its minus sign, so that (0,1,1,0) is there twice.")
def typed_direction_without_minus(task):
    return solve(task, lines=TYPED_LINES)


@wrong("A stone that belongs to a line is not used for a second one.")
def each_stone_once(task):
    def count_once(board, side):
        used, found = set(), 0
        for line in LINES:
            if complete(board, line, side) and used.isdisjoint(line):
                used.update(line)
                found += 1
        return found

    return [count_once(board, side) for board in task["boards"] for side in "xo"]


BY_DIRECTION = lines(DIRECTIONS)


@wrong("The loop over the lines of a direction stops at the first complete one, so each direction counts at most once.")
def one_line_per_direction(task):
    def directions(board, side):
        return sum(any(complete(board, line, side) for line in lines) for lines in BY_DIRECTION)

    return [directions(board, side) for board in task["boards"] for side in "xo"]


@wrong("A copy-and-paste slip in the test for white: the third cell is asked for twice, and the fourth one never.")
def fourth_white_cell_not_checked(task):
    def slip(board, line, side):
        return complete(board, line if side == "x" else line[:3], side)

    return solve(task, complete=slip)


WITHOUT_W_AXIS = joined(lines([v for v in DIRECTIONS if v != (0, 0, 0, 1)]))


@wrong("Three stones and an empty cell are a line as well, and the lines along the w axis are missing.")
def three_stones_and_no_w_axis(task):
    def three(board, line, side):
        stones = [board[cell] for cell in line]
        return stones.count(side) == 4 or (stones.count(side) == 3 and "." in stones)

    return solve(task, lines=WITHOUT_W_AXIS, complete=three)


AT_MOST_THREE_CHANGE = joined(lines([v for v in DIRECTIONS if 0 in v]))


@wrong("White's counter goes on from black's instead of starting at 0, and the lines that change all four coordinates are missing.")
def white_goes_on_from_black(task):
    items = solve(task, lines=AT_MOST_THREE_CHANGE)
    return joined([black, black + white] for black, white in zip(items[::2], items[1::2]))


@wrong("The numbers are right, but all of black's come first and then all of white's.")
def all_black_counts_first(task):
    items = right(task)
    return items[::2] + items[1::2]


main(right)
