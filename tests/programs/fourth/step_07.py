"""Step 07: wrong programs. The four lines through each of nine points."""
from harness import main, wrong

LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]
STEPS = range(-4, 5)


def number(letter):
    return ord(letter) - ord("a")


def grid_of(game, colours="xo"):
    grid = [["."] * 15 for _ in range(15)]
    for i in range(0, len(game), 2):
        grid[number(game[i])][number(game[i + 1])] = colours[i // 2 % 2]
    return grid


def cell(grid, row, column):
    return grid[row][column] if 0 <= row < 15 and 0 <= column < 15 else ""


def line_of(grid, row, column, line, steps=STEPS, read=cell):
    return "".join(read(grid, row + k * line[0], column + k * line[1]) for k in steps)


def answer(task, lines=LINES, colours="xo", line_of=line_of, **options):
    grid = grid_of(task["board"], colours)
    points = [(number(row), number(column)) for row, column in task["coord"]]
    return [line_of(grid, *point, line, **options) for point in points for line in lines]


def right(task):
    return answer(task)


@wrong("Catches the IndexError at the right and lower border only: negative indices count from the other end, "
       "so that lines go on at the opposite side.")
def negative_index(task):
    def read(grid, row, column):
        try:
            return grid[row][column]
        except IndexError:
            return ""

    return answer(task, read=read)


@wrong("Checks only the index in a flat board, so that a line goes on in the next row.")
def flat_index_only(task):
    def read(grid, row, column):
        index = row * 15 + column
        return grid[index // 15][index % 15] if 0 <= index < 225 else ""

    return answer(task, read=read)


@wrong("Writes the cells before the point from the point outwards.")
def outwards(task):
    return answer(task, steps=[-1, -2, -3, -4, 0, 1, 2, 3, 4])


@wrong("Begins at the border when that is nearer than four cells, and then still takes nine cells, so too "
       "many after the point.")
def always_nine_cells(task):
    def nine(grid, row, column, line):
        first = next(k for k in STEPS if cell(grid, row + k * line[0], column + k * line[1]))
        return "".join(cell(grid, row + k * line[0], column + k * line[1]) for k in range(first, first + 9))

    return answer(task, line_of=nine)


@wrong("Brings row and column back to the border, each on its own, when they are off the board, so that "
       "border cells are repeated.")
def held_at_the_border(task):
    return answer(task, read=lambda grid, row, column: grid[min(max(row, 0), 14)][min(max(column, 0), 14)])


@wrong("Takes the steps with range(-4, 4), so that the fourth cell after the point is missing.")
def last_cell_missing(task):
    return answer(task, steps=range(-4, 4))


@wrong("Writes the point itself as empty even if there is a stone on it.")
def point_always_empty(task):
    def emptied(grid, row, column, line):
        return line_of(grid, row, column, line, range(-4, 0)) + "." + line_of(grid, row, column, line, range(1, 5))

    return answer(task, line_of=emptied)


@wrong("Writes x for the stones of the player to move, and has the diagonal ╲ twice in the place of ╱.")
def to_move_and_same_diagonal(task):
    colours = "ox" if len(task["board"]) // 2 % 2 else "xo"
    return answer(task, lines=[(0, 1), (1, 1), (1, 0), (1, 1)], colours=colours)


@wrong("Leaves out the point itself, and goes five cells to each side.")
def five_cells_without_the_point(task):
    return answer(task, steps=[k for k in range(-5, 6) if k])


@wrong("Gives first the rows of all nine points, then all diagonals ╲, all columns and all diagonals ╱.")
def line_by_line(task):
    items = right(task)
    return [item for line in range(4) for item in items[line::4]]


main(right)
