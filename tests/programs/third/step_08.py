"""Step 08: wrong programs. The empty point with the highest score."""
from harness import main, wrong

ROW, FALLING, COLUMN, RISING = LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]
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
NUMBERS = range(15)


def first_row(values):
    return values[0] if values else 20


def best(game, table=TABLE, choose=first_row, total=sum, far=4, ways=LINES, mine=None):
    points = [(ord(game[n]) - 97, ord(game[n + 1]) - 97) for n in range(0, len(game), 2)]
    mine = len(points) % 2 if mine is None else mine
    board = {(row, col): "." for row in NUMBERS for col in NUMBERS}
    board |= {point: "MO"[n % 2 != mine] for n, point in enumerate(points)}
    values = {}

    def value(line):
        if line not in values:
            values[line] = choose([number for number, patterns in table if any(p in line for p in patterns)])
        return values[line]

    def score(row, col):
        return total(value("".join("C" if n == 0 else board.get((row + n * dr, col + n * dc), "")
                                   for n in range(-far, far + 1))) for dr, dc in ways)

    row, col = max(((r, c) for r in NUMBERS for c in NUMBERS if board[r, c] == "."), key=lambda point: score(*point))
    return chr(97 + row) + chr(97 + col)


def moves(task, **changes):
    return [best(game, **changes) for game in task["questions"]]


def right(task):
    return moves(task)


@wrong("Takes the value of the best of the four lines as the score instead of their sum.")
def best_line_only(task):
    return moves(task, total=max)


@wrong("Adds the values of all rows of the table that fit a line.")
def all_rows_add(task):
    return moves(task, choose=lambda values: sum(values) or 20)


@wrong("Takes M for black on every board, also when white is to move.")
def mine_is_black(task):
    return moves(task, mine=0)


@wrong("The row with the value 400 was typed as 4000.")
def typed_value(task):
    return moves(task, table=[(4000 if value == 400 else value, patterns) for value, patterns in TABLE])


@wrong("Has typed every pattern in one direction only and left out the mirror images.")
def no_mirror_images(task):
    return moves(task, table=[(value, [p for p in patterns if p <= p[::-1]]) for value, patterns in TABLE])


@wrong("Takes only three cells on each side of the point.")
def three_each_side(task):
    return moves(task, far=3)


@wrong("Leaves out the diagonal that goes down to the left.")
def rising_missing(task):
    return moves(task, ways=[ROW, FALLING, COLUMN])


@wrong("The row with the value 2500 was forgotten when the table was typed.")
def row_forgotten(task):
    return moves(task, table=[row for row in TABLE if row[0] != 2500])


@wrong("Takes M for the player who has just moved, and gives a line without a pattern 0.")
def other_player_or_nothing(task):
    return [best(game, mine=1 - len(game) // 2 % 2, choose=lambda values: (values + [0])[0])
            for game in task["questions"]]


@wrong("Writes the column of the best point before its row.")
def column_first(task):
    return [move[::-1] for move in right(task)]


main(right)
