"""Step 04: wrong programs. The points within four steps on the four lines through a point."""

from harness import main, wrong

LETTERS = "abcdefghijklmno"
LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]


def place(point):
    return LETTERS.index(point[0]), LETTERS.index(point[1])


def line_of(point, line, steps=range(-4, 5), first=0):
    """The cells of one line through the point, itself included; `first` is the first row and column of the board."""
    row, column = place(point)
    cells = [(row + step * line[0], column + step * line[1]) for step in steps]
    return [cell for cell in cells if first <= min(cell) and max(cell) < 15]


def reach(point, lines=LINES, **options):
    return len({place(point)}.union(*(line_of(point, line, **options) for line in lines)))


def right(task):
    return [reach(point) for point in task["coord"]]


@wrong("Does not count the point itself.")
def point_left_out(task):
    return [reach(point) - 1 for point in task["coord"]]


@wrong("Ends each line 3 after the point, because range(-4, 4) leaves out 4.")
def half_open_range(task):
    return [reach(point, steps=range(-4, 4)) for point in task["coord"]]


@wrong("The lines for one diagonal were copied for the other and not changed: ╲ is counted twice and ╱ not at all.")
def same_diagonal_twice(task):
    return [sum(len(line_of(point, LINES[i])) - 1 for i in (0, 1, 2, 1)) + 1 for point in task["coord"]]


@wrong("Adds 1, 14, 15 and 16 to the index and stops only below 0 and above 224: lines run over the left and right border.")
def flat_index(task):
    items = []
    for row, column in map(place, task["coord"]):
        cells = {row * 15 + column + step * add for add in (1, 14, 15, 16) for step in range(-4, 5)}
        items.append(sum(0 <= cell < 225 for cell in cells))
    return items


@wrong("Follows every line to the border instead of at most four points on each side.")
def whole_lines(task):
    return [reach(point, steps=range(-14, 15)) for point in task["coord"]]


@wrong("Does not clear the set of points between two questions: each item counts the points of all questions so far.")
def set_not_cleared(task):
    seen, items = set(), []
    for point in task["coord"]:
        for line in LINES:
            seen.update(line_of(point, line))
        items.append(len(seen))
    return items


@wrong("Leaves out the lines with fewer than five points on the board, because no five fits on them.")
def no_short_lines(task):
    return [
        reach(point, lines=[line for line in LINES if len(line_of(point, line)) >= 5])
        for point in task["coord"]
    ]


@wrong("Asks for row > 0 and column > 0, so that row a and column a are off the board, and misses the diagonal ╱.")
def no_first_row_one_diagonal(task):
    return [reach(point, lines=LINES[:3], first=1) for point in task["coord"]]


@wrong("Follows the lines for five points on each side, and counts the point itself once for each line.")
def five_steps_point_four_times(task):
    return [reach(point, steps=range(-5, 6)) + 3 for point in task["coord"]]


@wrong("Takes the points from the end of the list with pop(), so that the items come in reverse order.")
def last_point_first(task):
    return right(task)[::-1]


main(right)
