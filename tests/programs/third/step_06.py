"""Step 06: wrong programs. The board after every move."""
from harness import main, wrong

LETTERS = "abcdefghijklmno"


def boards(task, at=lambda row, col: row * 15 + col, letters=LETTERS, colours="xo", clear=False):
    """One board for each move; `clear` forgets the stones before it."""
    game, board, answers = task["questions"], ["."] * 225, []
    for n in range(len(game) // 2):
        if clear:
            board = ["."] * 225
        board[at(letters.index(game[2 * n]), letters.index(game[2 * n + 1]))] = colours[n % 2]
        answers.append("".join(board))
    return answers


def right(task):
    return boards(task)


@wrong("Takes the first letter as the column.")
def column_first(task):
    return boards(task, at=lambda row, col: col * 15 + row)


@wrong("Appends one and the same list again and again, so that every item is the finished board.")
def always_the_end(task):
    return right(task)[-1:] * len(right(task))


@wrong("Writes the board before each move instead of the board after it.")
def before_the_move(task):
    return ["." * 225] + right(task)[:-1]


@wrong("Makes a new board for each move, so that only the latest stone lies on it.")
def latest_stone_only(task):
    return boards(task, clear=True)


@wrong("Counts the rows from the bottom.")
def rows_from_bottom(task):
    return boards(task, at=lambda row, col: (14 - row) * 15 + col)


@wrong("Computes the place on the board with rows of 14 points.")
def rows_of_fourteen(task):
    return boards(task, at=lambda row, col: row * 14 + col)


@wrong("The typed table of letters has l before k.")
def typed_table(task):
    return boards(task, letters="abcdefghijlkmno")


@wrong("Plays the first n letters of the game for move n, not the first n moves, so that the boards lag behind.")
def letters_for_moves(task):
    return [right(task)[n // 2] for n in range(len(right(task)))]


@wrong("Lets white begin, and writes the board before each move.")
def white_first_one_late(task):
    return ["." * 225] + boards(task, colours="ox")[:-1]


@wrong("Sends the boards from the last to the first, because the game is taken back move by move.")
def last_board_first(task):
    return right(task)[::-1]


main(right)
