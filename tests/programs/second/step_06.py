"""Step 06: wrong programs. Replay a game: the board after every move."""

from harness import main, wrong


def cells(task):
    """The row and the column of each move."""
    game = task["questions"]
    return [(ord(game[i]) - 97, ord(game[i + 1]) - 97) for i in range(0, len(game), 2)]


def replay(cells, colours="xo"):
    """The board before the first move and after each move."""
    board = ["."] * 225
    boards = ["".join(board)]
    for number, (row, column) in enumerate(cells):
        if row * 15 + column < 225:
            board[row * 15 + column] = colours[number % 2]
        boards.append("".join(board))
    return boards


def right(task):
    return replay(cells(task))[1:]


@wrong("One and the same list is appended after every move, so that every item shows the finished board.")
def same_board_again_and_again(task):
    boards = right(task)
    return [boards[-1]] * len(boards)


@wrong("All fifteen rows of the board are one and the same list, so that a stone appears in each of them.")
def same_row_fifteen_times(task):
    board = [["."] * 15] * 15
    boards = []
    for number, (row, column) in enumerate(cells(task)):
        board[row][column] = "xo"[number % 2]
        boards.append("".join("".join(line) for line in board))
    return boards


@wrong("Each item shows the board before its move, so that the first one is empty.")
def before_the_move(task):
    return replay(cells(task))[:-1]


@wrong("A new board is begun for every move, so that each item shows one stone only.")
def only_the_new_stone(task):
    points = [row * 15 + column for row, column in cells(task)]
    return ["." * point + "xo"[number % 2] + "." * (224 - point) for number, point in enumerate(points)]


@wrong("The rows are counted from the bottom of the board.")
def rows_from_the_bottom(task):
    return replay([(14 - row, column) for row, column in cells(task)])[1:]


@wrong("The letters are counted from 1, so that every stone lies one row lower and one column further to the right.")
def letters_from_one(task):
    return replay([(row + 1, column + 1) for row, column in cells(task)])[1:]


@wrong("Two moves are played at a time: the item of a black move already shows white's reply.")
def rounds(task):
    boards = replay(cells(task))
    last = len(boards) - 1
    return [boards[min((number + 1) // 2 * 2, last)] for number in range(1, len(boards))]


@wrong("The first letter is taken as the column, and white is given the first move.")
def column_first_white_begins(task):
    return replay([(row, column) for column, row in cells(task)], "ox")[1:]


@wrong("Stones on the outermost rows and columns are left out, because the bounds are checked with `0 < row < 14`.")
def border_stones_missing(task):
    off_board = 15, 0
    return replay([cell if 0 < min(cell) and max(cell) < 14 else off_board for cell in cells(task)])[1:]


@wrong("The boards are given from the last move to the first.")
def newest_first(task):
    return right(task)[::-1]


main(right)
