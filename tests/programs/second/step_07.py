"""Step 07: wrong programs. The four lines through each of nine points."""

from harness import main, wrong

LETTERS = "abcdefghijklmno"
LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]


def place(point):
    return LETTERS.index(point[0]), LETTERS.index(point[1])


def board_of(task, colours="xo"):
    board, game = [["."] * 15 for _ in LETTERS], task["board"]
    for number in range(len(game) // 2):
        row, column = place(game[2 * number : 2 * number + 2])
        board[row][column] = colours[number % 2]
    return board


def cells(board, point, line, steps=range(-4, 5), size=15, outside=""):
    text = ""
    for step in steps:
        row, column = point[0] + step * line[0], point[1] + step * line[1]
        text += board[row][column] if 0 <= row < size and 0 <= column < size else outside
    return text


def right(task, lines=LINES, **options):
    board = board_of(task)
    return [cells(board, place(point), line, **options) for point in task["coord"] for line in lines]


@wrong("Walks from the point outwards on both sides, so that the cells before the point stand in reverse order.")
def first_part_backwards(task):
    return right(task, steps=[-1, -2, -3, -4, 0, 1, 2, 3, 4])


@wrong("Always takes nine cells: where the border cuts off some before the point, as many more are taken after it.")
def window_moves_in(task):
    board, items = board_of(task), []
    for point in map(place, task["coord"]):
        for line in LINES:
            missing = 4 - len(cells(board, point, line, range(-4, 0)))
            items.append(cells(board, point, line, range(-4, 5 + missing)))
    return items


@wrong("Cuts both sides of a line to the length of the shorter one, so that the point is always in the middle.")
def same_length_on_both_sides(task):
    board, items = board_of(task), []
    for point in map(place, task["coord"]):
        for line in LINES:
            half = min(len(cells(board, point, line, range(-4, 0))), len(cells(board, point, line, range(1, 5))))
            items.append(cells(board, point, line, range(-half, half + 1)))
    return items


@wrong("A slip in the signs: the direction of ╱ is (-1, -1), which is the diagonal ╲ once more.")
def sign_slip(task):
    return right(task, lines=[(0, 1), (1, 1), (1, 0), (-1, -1)])


@wrong("Leaves out cells only where an index is 15 or more; one below 0 reads the other side of the board.")
def negative_index(task):
    board, items = board_of(task), []
    for row, column in map(place, task["coord"]):
        for down, across in LINES:
            text = ""
            for step in range(-4, 5):
                try:
                    text += board[row + step * down][column + step * across]
                except IndexError:
                    continue
            items.append(text)
    return items


@wrong("Asks for row < 14 and column < 14, so that row o and column o are off the board, except for the point itself.")
def last_row_missing(task):
    board, items = board_of(task), []
    for point in map(place, task["coord"]):
        for line in LINES:
            before, after = (cells(board, point, line, steps, size=14) for steps in (range(-4, 0), range(1, 5)))
            items.append(before + board[point[0]][point[1]] + after)
    return items


@wrong("Writes the point itself as empty, also when a stone lies on it.")
def point_is_empty(task):
    board, items = board_of(task), []
    for point in map(place, task["coord"]):
        for line in LINES:
            before, after = (cells(board, point, line, steps) for steps in (range(-4, 0), range(1, 5)))
            items.append(before + "." + after)
    return items


@wrong("Answers line by line instead of point by point: all nine rows first, then all diagonals ╲, and so on.")
def line_by_line(task):
    items = right(task)
    return [items[i] for line in range(4) for i in range(line, 36, 4)]


@wrong("Takes the column first in the points to look at, and lets white begin.")
def column_first_white_begins(task):
    board = board_of(task, "ox")
    return [cells(board, place(point[::-1]), line) for point in task["coord"] for line in LINES]


@wrong("Writes cells off the board as empty points, and ends 3 after the point, because range(-4, 4) leaves out 4.")
def dots_outside_half_open(task):
    return right(task, steps=range(-4, 4), outside=".")


main(right)
