"""Step 23: wrong programs. For each of sixteen cells: the lines through it, and those that change all four coordinates."""

from itertools import product

from harness import main, wrong

VECTORS = [v for v in product((-1, 0, 1), repeat=4) if any(v)]
DIRECTIONS = [v for v in VECTORS if v > (0, 0, 0, 0)]
RISING = [v for v in VECTORS if min(v) == 0]


def lines(directions=DIRECTIONS, still=range(4)):
    """(direction, ids of the four cells) for each line; `still` are the values of a coordinate that does not change."""
    runs = {1: [range(4)], -1: [range(3, -1, -1)], 0: [[value] * 4 for value in still]}
    return [
        (v, [x + 4 * y + 16 * z + 64 * w for x, y, z, w in zip(*axes)])
        for v in directions
        for axes in product(*(runs[d] for d in v))
    ]


LINES = lines()


def changing(direction):
    return sum(d != 0 for d in direction)


def counts(number, lines=LINES, second=4, most=4, places=(0, 1, 2, 3)):
    """The two numbers of a cell. `second`: how many coordinates the lines of the second number change at least."""
    through = [v for v, ids in lines if number in ids and ids.index(number) in places and changing(v) <= most]
    return [len(through), sum(changing(v) >= second for v in through)]


def flat(pairs):
    return [number for pair in pairs for number in pair]


def solve(task, **rules):
    return flat(counts(number, **rules) for number in task["ids"])


def right(task):
    return solve(task)


WITHOUT_SUM_ZERO = lines([v for v in VECTORS if sum(v) > 0])


@wrong("Of a direction and its opposite the one with the positive sum is kept, so directions with the sum 0 are lost.")
def directions_with_positive_sum(task):
    return solve(task, lines=WITHOUT_SUM_ZERO)


DX_NOT_NEGATIVE = lines([v for v in VECTORS if v[0] >= 0])


@wrong("The directions with dx of at least 0 are kept, so the lines on which x stays the same are counted twice.")
def lines_without_x_twice(task):
    return solve(task, lines=DX_NOT_NEGATIVE)


NOT_AT_THREE = lines(still=range(3))


@wrong("The values of a coordinate that does not change come from range(3), so there are no such lines at 3.")
def no_still_coordinate_at_three(task):
    return solve(task, lines=NOT_AT_THREE)


@wrong("A line is counted only for the cells at its two ends, not for those in the middle.")
def ends_only(task):
    return solve(task, places=(0, 3))


@wrong("Directions with four changing coordinates are left out, so the second number is always 0.")
def at_most_three_change(task):
    return solve(task, most=3)


@wrong("The two counters are not set back to 0 for the next id.")
def counters_run_on(task):
    totals, items = [0, 0], []
    for number in task["ids"]:
        totals = [total + n for total, n in zip(totals, counts(number))]
        items += totals
    return items


@wrong("Counts with a formula that knows only diagonals through coordinates 0 and 3, so a coordinate 1 or 2 is never on a diagonal.")
def diagonals_at_the_border_only(task):
    def formula(number):
        outer = sum(number // weight % 4 in (0, 3) for weight in (1, 4, 16, 64))
        return [2**outer - 1 + 4 - outer, int(outer == 4)]

    return flat(formula(number) for number in task["ids"])


RISING_LINES = lines(RISING)


@wrong("Only directions without -1 are used, and the second number is that of all diagonals.")
def no_falling_and_all_diagonals(task):
    return solve(task, lines=RISING_LINES, second=2)


W_STAYS = lines([v for v in DIRECTIONS if v[3] == 0])


@wrong("Only lines on which w stays the same are counted, and the second number is that of those that change x, y and z.")
def one_cube_and_its_space_diagonals(task):
    return solve(task, lines=W_STAYS, second=3)


@wrong("The two items of an id are exchanged: first the lines that change all four coordinates, then all lines.")
def items_exchanged(task):
    return flat(reversed(counts(number)) for number in task["ids"])


main(right)
