"""Step 08: wrong programs. Best move: the empty point with the highest score."""

from functools import lru_cache

from harness import main, wrong

ROW, FALLING, COLUMN, RISING = (0, 1), (1, 1), (1, 0), (1, -1)
LINES = (ROW, FALLING, COLUMN, RISING)
TABLE = (
    (10000, "CMMMM MCMMM MMCMM MMMCM MMMMC"),
    (6000, "OOOOC COOOO"),
    (5000, ".CMMM. .MCMM. .MMCM. .MMMC."),
    (2500, "COOO. .OOOC .OOCO. .OCOO."),
    (2000, "OCMMM. OMCMM. OMMCM. OMMMC. .CMMMO .MCMMO .MMCMO .MMMCO"),
    (400, ".MMC. .MCM. .CMM. .OOC COO. MOOOC COOOM"),
    (200, ".MMCO .MCMO .CMMO OMMC. OMCM. OCMM. MOOC COOM"),
    (50, ".MC. .CM."),
)


def lines_along(down, over):
    """All lines of a direction, each as a slice of the points; a point is 15 times its row plus its column."""

    def line(row, column):
        length = min(15 - row if down else 15, 15 - column if over > 0 else column + 1 if over else 15)
        step = 15 * down + over
        return slice(15 * row + column, 15 * row + column + (length - 1) * step + 1, step)

    starts = [(row, column) for row in range(15) for column in range(15) if not (0 <= row - down and 0 <= column - over < 15)]
    return [line(row, column) for row, column in starts]


def first(values, default=20):
    return values[0] if values else default


def all_added(values):
    return sum(values) or 20


def first_or_zero(values):
    return first(values, 0)


@lru_cache(maxsize=None)
def scorer(table, steps, off_board, value):
    """The function that gives the values of a line's points, by these rules."""
    rows = [(worth, pattern) for worth, patterns in table for pattern in patterns.split()]
    before, after = -steps.start, steps.stop

    @lru_cache(maxsize=None)
    def of_window(window):
        """The value of the rows of the table, in their order, with a pattern that occurs around a point."""
        return value(list(dict.fromkeys([worth for worth, pattern in rows if pattern in window])))

    @lru_cache(maxsize=None)
    def of_line(line):
        line = off_board * 4 + line + off_board * 4
        points = range(4 * len(off_board), len(line) - 4 * len(off_board))
        return [of_window(line[max(0, at - before) : at] + "C" + line[at + 1 : at + after]) for at in points]

    return of_line


LINES_ALONG = {direction: lines_along(*direction) for direction in LINES}


def best_move(game, table=TABLE, lines=LINES, steps=range(-4, 5), off_board="",
              black_is_mine=None, value=first, total=sum, occupied=False):
    """The first point with the highest score."""
    stones = [15 * (ord(game[i]) - 97) + ord(game[i + 1]) - 97 for i in range(0, len(game), 2)]
    board = ["."] * 225
    if black_is_mine is None:
        black_is_mine = len(stones) % 2 == 0
    for number, stone in enumerate(stones):
        board[stone] = "M" if (number % 2 == 0) == black_is_mine else "O"

    values_of = scorer(table, steps, off_board, value)
    values = [[0] * 225 for _ in lines]
    for direction, of_points in zip(lines, values):
        for points in LINES_ALONG[direction]:
            of_points[points] = values_of("".join(board[points]))
    scores = list(map(total, zip(*values)))
    row, column = divmod(max((point for point in range(225) if occupied or board[point] == "."), key=scores.__getitem__), 15)
    return chr(97 + row) + chr(97 + column)


def solve(task, **rule):
    return [best_move(game, **rule) for game in task["questions"]]


def right(task):
    return solve(task)


@wrong("The values of all rows of the table that fit are added, instead of taking the first one.")
def adds_all_rows(task):
    return solve(task, value=all_added)


@wrong("The score is the value of the best of the four lines, not their sum.")
def best_line_only(task):
    return solve(task, total=max)


@wrong("`M` is always a black stone, even when white is to move.")
def mine_is_black(task):
    return solve(task, black_is_mine=True)


@wrong("Cells off the board are written as `O`, like stones of the opponent.")
def border_is_opponent(task):
    return solve(task, off_board="O")


@wrong("The lines end 3 after the point, as with Python's `range(-4, 4)`.")
def three_after(task):
    return solve(task, steps=range(-4, 4))


@wrong("The row of the table with the value 2500 is forgotten, so that three stones of the opponent are hardly stopped.")
def row_2500_missing(task):
    return solve(task, table=tuple(row for row in TABLE if row[0] != 2500))


@wrong("Points with a stone on them are scored too, and may be chosen.")
def occupied_points(task):
    return solve(task, occupied=True)


@wrong("The diagonal ╱ is missing, and the values 6000 and 5000 are interchanged.")
def no_rising_diagonal_two_values_swapped(task):
    four, three = TABLE[1][1], TABLE[2][1]
    table = (TABLE[0], (5000, four), (6000, three), *TABLE[3:])
    return solve(task, table=table, lines=(ROW, FALLING, COLUMN))


@wrong("The lines go only three cells to each side, and a line without a pattern counts 0.")
def three_each_side_default_zero(task):
    return solve(task, steps=range(-3, 4), value=first_or_zero)


@wrong("The point is written with its column first and then its row.")
def column_before_row(task):
    return [move[::-1] for move in right(task)]


main(right)
