"""Step 08: wrong programs. The best move by a table of line patterns."""
import re

from harness import main, wrong

LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]
TABLE = [
    (10000, "CMMMM MCMMM MMCMM MMMCM MMMMC".split()),
    (6000, "OOOOC COOOO".split()),
    (5000, ".CMMM. .MCMM. .MMCM. .MMMC.".split()),
    (2500, "COOO. .OOOC .OOCO. .OCOO.".split()),
    (2000, "OCMMM. OMCMM. OMMCM. OMMMC. .CMMMO .MCMMO .MMCMO .MMMCO".split()),
    (400, ".MMC. .MCM. .CMM. .OOC COO. MOOOC COOOM".split()),
    (200, ".MMCO .MCMO .CMMO OMMC. OMCM. OCMM. MOOC COOM".split()),
    (50, ".MC. .CM.".split()),
]


def occurs(pattern, line):
    return pattern in line


def value(line, table=TABLE, found=occurs, none=20):
    return next((points for points, patterns in table if any(found(p, line) for p in patterns)), none)


def number(letter):
    return ord(letter) - ord("a")


def scores(game, lines=LINES, value=value, steps=4, mine=lambda count: count % 2, restore=True):
    """Maps each empty point, row by row, to its score."""
    me = mine(len(game) // 2)
    cells = {(row, column): "." for row in range(15) for column in range(15)}
    for i in range(0, len(game), 2):
        cells[number(game[i]), number(game[i + 1])] = "MO"[(i // 2 + me) % 2]

    def line_of(row, column, down, across):
        return "".join(cells.get((row + k * down, column + k * across), "") for k in range(-steps, steps + 1))

    found = {}
    for point in [point for point, cell in cells.items() if cell == "."]:
        cells[point] = "C"
        found[point] = sum(value(line_of(*point, *line)) for line in lines)
        if restore:
            cells[point] = "."
    return found


def name(point):
    return "".join(chr(ord("a") + n) for n in point)


def best(game, **options):
    table = scores(game, **options)
    return max(table, key=table.get)


def right(task):
    return [name(best(game)) for game in task["questions"]]


def with_value(task, **slip):
    return [name(best(game, value=lambda line: value(line, **slip))) for game in task["questions"]]


@wrong("Uses the patterns as regular expressions without escaping the dots, so that `.` stands for any character.")
def dots_as_regex(task):
    return with_value(task, found=re.search)


@wrong("Writes C into the board to score a point and does not take it away again: points scored before are "
       "not empty any more.")
def c_stays_on_the_board(task):
    return [name(best(game, restore=False)) for game in task["questions"]]


@wrong("Takes the parity from the number of letters, which is always even, so that black is always to move.")
def letters_counted(task):
    return [name(best(game, mine=lambda count: 0)) for game in task["questions"]]


@wrong("Does not set the best score back between two games: a game without a higher score gets the move of a "
       "game before.")
def best_score_kept(task):
    items = []
    highest, move = 0, None
    for game in task["questions"]:
        for point, score in scores(game).items():
            if score > highest:
                highest, move = score, name(point)
        items.append(move)
    return items


@wrong("Has the table without three mirror images, in which C follows the opponent's stones: `.OOC`, `.OOOC` and `OOOOC` "
       "are missing.")
def mirrors_of_o_missing(task):
    missing = {".OOC", ".OOOC", "OOOOC"}
    return with_value(task, table=[(points, [p for p in patterns if p not in missing]) for points, patterns in TABLE])


@wrong("Has a typing slip in the table: the row of 2500 has the value 250.")
def value_without_a_zero(task):
    return with_value(task, table=[(250 if points == 2500 else points, patterns) for points, patterns in TABLE])


@wrong("Takes only three cells on each side of the point.")
def three_cells(task):
    return [name(best(game, steps=3)) for game in task["questions"]]


@wrong("Takes M for the stones of the player who has just moved, and adds nothing for a line without a pattern.")
def last_mover_and_zero(task):
    return [
        name(best(game, mine=lambda count: (count + 1) % 2, value=lambda line: value(line, none=0)))
        for game in task["questions"]
    ]


@wrong("Leaves out the diagonal ╱, and looks for a pattern only in lines of nine cells, so that lines near "
       "the border count 20.")
def three_lines_and_full_only(task):
    def full_only(line):
        return value(line) if len(line) == 9 else 20

    return [name(best(game, lines=LINES[:3], value=full_only)) for game in task["questions"]]


@wrong("Writes the column of the best move before its row.")
def column_before_row(task):
    return [move[::-1] for move in right(task)]


main(right)
