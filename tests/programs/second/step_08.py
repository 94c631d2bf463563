"""Step 08: wrong programs. The best move by a table of patterns."""
from harness import main, wrong

LETTERS = "abcdefghijklmno"
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


def black_moves(moves):
    return moves % 2 == 0


def stones(game, black_to_move):
    """M, O or a dot for each point."""
    board = {(row, column): "." for row in range(15) for column in range(15)}
    black_is_mine = black_to_move(len(game) // 2)
    for i in range(0, len(game), 2):
        is_black = i % 4 == 0
        board[LETTERS.index(game[i]), LETTERS.index(game[i + 1])] = "M" if is_black == black_is_mine else "O"
    return board


def value(line, table):
    return next((worth for worth, patterns in table if any(pattern in line for pattern in patterns)), 20)


def best_moves(task, table=TABLE, lines=LINES, steps=range(-4, 5), black_to_move=black_moves, value=value, total=sum):
    answers = []
    for game in task["questions"]:
        board = stones(game, black_to_move)
        scores = {}
        for (row, column), stone in board.items():
            if stone != ".":
                continue
            board[row, column] = "C"
            texts = ["".join(board.get((row + down * i, column + right * i), "") for i in steps) for down, right in lines]
            board[row, column] = "."
            scores[LETTERS[row] + LETTERS[column]] = total(value(text, table) for text in texts)
        answers.append(max(scores, key=scores.get))
    return answers


def right(task):
    return best_moves(task)


@wrong("Takes black for the player to move in every game.")
def always_black(task):
    return best_moves(task, black_to_move=lambda moves: True)


@wrong("Takes only the best of the four lines as the score.")
def best_line_only(task):
    return best_moves(task, total=max)


@wrong("Has exchanged the values 10000 and 6000, so that stopping a five counts more than making one.")
def stopping_before_winning(task):
    exchanged = {10000: 6000, 6000: 10000}
    return best_moves(task, table=[(exchanged.get(worth, worth), patterns) for worth, patterns in TABLE])


@wrong("Has typed 600 for 6000, the value of `OOOOC` and `COOOO`.")
def four_worth_600(task):
    return best_moves(task, table=[(600 if worth == 6000 else worth, patterns) for worth, patterns in TABLE])


@wrong("Has a wrong sign in the step of the diagonal ╱, so that the other diagonal counts twice.")
def one_diagonal_twice(task):
    return best_moves(task, lines=LINES[:3] + [(-1, -1)])


@wrong("Leaves out the patterns `.OOC` and `COO.`.")
def open_two_left_out(task):
    table = [(worth, [pattern for pattern in patterns if pattern not in (".OOC", "COO.")]) for worth, patterns in TABLE]
    return best_moves(task, table=table)


@wrong("Has only one of each pattern and its mirror image, the one that comes first in its row, and reads each line from one end only.")
def no_mirror_images(task):
    table = [(worth, [p for i, p in enumerate(patterns) if p[::-1] not in patterns[:i]]) for worth, patterns in TABLE]
    return best_moves(task, table=table)


@wrong("Takes the cells from 4 before to only 3 after the point, and leaves out the row of the table with the value 5000.")
def three_after_without_5000(task):
    return best_moves(task, table=[row for row in TABLE if row[0] != 5000], steps=range(-4, 4))


@wrong("Takes black for the player to move when the number of moves is odd, and leaves out the last two rows of the table.")
def odd_is_black_without_last_rows(task):
    return best_moves(task, table=TABLE[:-2], black_to_move=lambda moves: moves % 2 == 1)


@wrong("Writes the column of the move before its row.")
def column_before_row(task):
    return [move[::-1] for move in right(task)]


main(right)
