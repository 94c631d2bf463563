"""Step 08: wrong programs. The empty point with the highest score."""

from harness import main, wrong

LETTERS = "abcdefghijklmno"
LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]
TABLE = [
    (10000, "CMMMM MCMMM MMCMM MMMCM MMMMC"),
    (6000, "OOOOC COOOO"),
    (5000, ".CMMM. .MCMM. .MMCM. .MMMC."),
    (2500, "COOO. .OOOC .OOCO. .OCOO."),
    (2000, "OCMMM. OMCMM. OMMCM. OMMMC. .CMMMO .MCMMO .MMCMO .MMMCO"),
    (400, ".MMC. .MCM. .CMM. .OOC COO. MOOOC COOOM"),
    (200, ".MMCO .MCMO .CMMO OMMC. OMCM. OCMM. MOOC COOM"),
    (50, ".MC. .CM."),
]


def board_of(game, shift=0):
    """The stones as M and O; `shift` 1 takes the player who has just moved for M."""
    count = len(game) // 2
    return {game[2 * i : 2 * i + 2]: "MO"[(count + i + shift) % 2] for i in range(count)}


def line_text(stones, row, column, line, steps, outside):
    text = ""
    for step in steps:
        down, across = row + step * line[0], column + step * line[1]
        if not (0 <= down < 15 and 0 <= across < 15):
            text += outside
        else:
            text += "C" if step == 0 else stones.get(LETTERS[down] + LETTERS[across], ".")
    return text


def line_value(text, table):
    return next((value for value, patterns in table if any(p in text for p in patterns.split())), 20)


def scores(stones, table=TABLE, lines=LINES, steps=range(-4, 5), outside="", total=sum):
    for row in range(15):
        for column in range(15):
            if LETTERS[row] + LETTERS[column] not in stones:
                texts = [line_text(stones, row, column, line, steps, outside) for line in lines]
                yield LETTERS[row] + LETTERS[column], total(line_value(text, table) for text in texts)


def best(stones, **options):
    return max(scores(stones, **options), key=lambda pair: pair[1])[0]


def right(task, **options):
    return [best(board_of(game), **options) for game in task["questions"]]


def without_mirror_images(patterns):
    kept = []
    for pattern in patterns.split():
        if pattern[::-1] not in kept:
            kept.append(pattern)
    return " ".join(kept)


@wrong("Types in only one of each pattern and its mirror image, and reads each line in one direction.")
def half_the_table(task):
    return right(task, table=[(value, without_mirror_images(patterns)) for value, patterns in TABLE])


@wrong("The value 6000 is typed as 600.")
def zero_missing(task):
    return right(task, table=[(600 if value == 6000 else value, patterns) for value, patterns in TABLE])


@wrong("Does not set the highest score back between games: a game without a higher one repeats the move of an earlier game.")
def best_not_reset(task):
    high, move, items = 0, None, []
    for game in task["questions"]:
        for point, score in scores(board_of(game)):
            if score > high:
                high, move = score, point
        items.append(move)
    return items


@wrong("Ends each line 3 after the point, because range(-4, 4) leaves out 4.")
def half_open_range(task):
    return right(task, steps=range(-4, 4))


@wrong("The last row of the table, with the value 50, is missing.")
def last_row_missing(task):
    return right(task, table=TABLE[:-1])


@wrong("Takes the player who has just moved for M.")
def last_player_is_m(task):
    return [best(board_of(game, shift=1)) for game in task["questions"]]


@wrong("Adds up three lines only: the diagonal ╱ is missing.")
def rising_diagonal_missing(task):
    return right(task, lines=LINES[:3])


@wrong("Writes the column's letter first in the answer.")
def answer_column_first(task):
    return [move[::-1] for move in right(task)]


@wrong("Takes the best of the four lines for the score, and writes cells off the board as empty points.")
def best_line_dots_outside(task):
    return right(task, total=max, outside=".")


@wrong("Takes the table's rows from the bottom, so that the last one that fits counts, and leaves out the patterns with O.")
def last_row_without_o(task):
    own = [(value, " ".join(p for p in patterns.split() if "O" not in p)) for value, patterns in TABLE]
    return right(task, table=own[::-1])


main(right)
