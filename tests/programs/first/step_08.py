"""Step 08: wrong programs. The best move has the highest score, which is the sum of the values of its four lines."""

import re
from functools import cache

from harness import main, wrong

ROW, FALLING, COLUMN, RISING = (0, 1), (1, 1), (1, 0), (1, -1)
LINES = (ROW, FALLING, COLUMN, RISING)

TABLE = {
    10000: "CMMMM MCMMM MMCMM MMMCM MMMMC",
    6000: "OOOOC COOOO",
    5000: ".CMMM. .MCMM. .MMCM. .MMMC.",
    2500: "COOO. .OOOC .OOCO. .OCOO.",
    2000: "OCMMM. OMCMM. OMMCM. OMMMC. .CMMMO .MCMMO .MMCMO .MMMCO",
    400: ".MMC. .MCM. .CMM. .OOC COO. MOOOC COOOM",
    200: ".MMCO .MCMO .CMMO OMMC. OMCM. OCMM. MOOC COOM",
    50: ".MC. .CM.",
}
# Each of the following differs from the table in one row.
TABLE_4000 = {4000 if value == 400 else value: patterns for value, patterns in TABLE.items()}
TABLE_WITHOUT_50 = {value: patterns for value, patterns in TABLE.items() if value != 50}
TABLE_HALF_OF_2500 = TABLE | {2500: "COOO. .OOCO."}


def occurs(pattern, line):
    return pattern in line


def occurs_as_expression(pattern, line):
    return re.search(pattern, line) is not None


def occurs_without_opponent(pattern, line):
    return "O" not in pattern and pattern in line


def line_value(line, table, occurs):
    fitting = (value for value, patterns in table.items() if any(occurs(p, line) for p in patterns.split()))
    return next(fitting, 20)


@cache
def lines_along(down, across):
    """All lines of a direction, each as a slice of the points; a point is 15 times its row plus its column."""
    starts = [(r, c) for r in range(15) for c in range(15) if not (r - down in range(15) and c - across in range(15))]
    lengths = [min(15 - r if down else 15, 15 - c if across > 0 else c + 1 if across else 15) for r, c in starts]
    step = 15 * down + across
    return [slice(15 * r + c, 15 * r + c + (length - 1) * step + 1, step) for (r, c), length in zip(starts, lengths)]


KNOWN = {}


def point_values(table, occurs, steps, outside):
    """The values of a line around each of its empty points, by these rules. Most lines are the same few, on all boards."""
    value = cache(lambda line: line_value(line, table, occurs))

    @cache
    def values(line):
        border = outside * 4
        line, points = border + line + border, range(len(border), len(border) + len(line))
        around = [(line[max(0, at + steps.start) : at], line[at], line[at + 1 : at + steps.stop]) for at in points]
        return [value(before + "C" + after) if point == "." else 0 for before, point, after in around]

    return KNOWN.setdefault((id(table), occurs, steps, outside), values)


def mover(moves):
    """0 if black is to move, 1 if white is."""
    return len(moves) % 2


def best(game, table=TABLE, occurs=occurs, total=sum, lines=LINES, steps=range(-4, 5), outside="", mover=mover):
    moves = [15 * (ord(game[i]) - ord("a")) + ord(game[i + 1]) - ord("a") for i in range(0, len(game), 2)]
    board = ["."] * 225
    for i, move in enumerate(moves):
        board[move] = "M" if i % 2 == mover(moves) else "O"

    values = point_values(table, occurs, steps, outside)
    written = []
    for direction in lines:
        written.append([0] * 225)
        for line in lines_along(*direction):
            written[-1][line] = values("".join(board[line]))

    scores = [total(values) for values in zip(*written)]
    row, column = divmod(max((point for point in range(225) if board[point] == "."), key=scores.__getitem__), 15)
    return chr(ord("a") + row) + chr(ord("a") + column)


def solve(task, **mistake):
    return [best(game, **mistake) for game in task["questions"]]


def right(task):
    return solve(task)


@wrong("Leaves out the patterns with O, so the opponent is never stopped.")
def no_opponent_patterns(task):
    return solve(task, occurs=occurs_without_opponent)


@wrong("Takes the value of the best line for the score instead of the sum of all four.")
def best_line_only(task):
    return solve(task, total=max)


@wrong("Writes M for black's stones, also when white is to move.")
def black_is_mine(task):
    return solve(task, mover=lambda moves: 0)


@wrong("Writes cells off the board as stones of the opponent.")
def opponent_off_board(task):
    return solve(task, outside="O")


@wrong("Searches the patterns as regular expressions, in which a point stands for any character.")
def point_fits_any_cell(task):
    return solve(task, occurs=occurs_as_expression)


@wrong("Has a typing slip in the table: 4000 instead of 400.")
def typed_4000(task):
    return solve(task, table=TABLE_4000)


@wrong("Lacks the two mirrored patterns of the row 2500, as if a pattern were also read from right to left.")
def no_mirror_images_in_2500(task):
    return solve(task, table=TABLE_HALF_OF_2500)


@wrong("Takes three cells on each side instead of four, and leaves out the diagonal down to the left.")
def three_steps_on_three_lines(task):
    return solve(task, steps=range(-3, 4), lines=(ROW, FALLING, COLUMN))


@wrong("Takes the player who has just moved for the one to move, and lacks the last row of the table.")
def last_mover_and_no_row_50(task):
    return solve(task, mover=lambda moves: (len(moves) + 1) % 2, table=TABLE_WITHOUT_50)


@wrong("Writes the right move with the column first and then the row.")
def column_written_first(task):
    return [move[::-1] for move in right(task)]


main(right)
