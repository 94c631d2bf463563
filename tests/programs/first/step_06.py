"""Step 06: wrong programs. The items are the boards after each move, each with 225 characters."""

from harness import main, wrong


def moves(task):
    """Row, column and colour of each move."""
    game = task["questions"]
    for i in range(0, len(game), 2):
        row, column = (ord(letter) - ord("a") for letter in game[i : i + 2])
        yield row, column, "xo"[i // 2 % 2]


def text(board):
    """A board, given as the colour at each index, as 225 characters."""
    return "".join(board.get(index, ".") for index in range(225))


def replay(task, index=lambda row, column: row * 15 + column, swap_colours=False):
    board, boards = {}, []
    for row, column, colour in moves(task):
        board[index(row, column)] = swapped(colour) if swap_colours else colour
        boards.append(text(board))
    return boards


def swapped(board):
    return board.translate(str.maketrans("xo", "ox"))


def right(task):
    return replay(task)


@wrong("Appends the same list for every move, so every item shows the finished board.")
def same_list(task):
    boards = right(task)
    return [boards[-1]] * len(boards)


@wrong("Makes the board of fifteen names for one and the same row, so a stone appears in all rows.")
def shared_row(task):
    board = [["."] * 15] * 15
    boards = []
    for row, column, colour in moves(task):
        board[row][column] = colour
        boards.append("".join("".join(line) for line in board))
    return boards


@wrong("Counts the rows from the bottom.")
def rows_from_bottom(task):
    return replay(task, lambda row, column: (14 - row) * 15 + column)


@wrong("Begins each board empty, so it shows the new stone only.")
def new_stone_only(task):
    return [text({row * 15 + column: colour}) for row, column, colour in moves(task)]


@wrong("Writes x for the player who has just moved, so the colours are swapped after white's moves.")
def mover_is_x(task):
    return [swapped(board) if i % 2 else board for i, board in enumerate(right(task))]


@wrong("Counts the columns from 1, so every stone lies one place too far on.")
def columns_from_one(task):
    return replay(task, lambda row, column: row * 15 + column + 1)


@wrong("Skips a move as played already if its letters occur earlier in the string, even across two moves.")
def found_earlier_in_text(task):
    game, board, boards = task["questions"], {}, []
    for number, (row, column, colour) in enumerate(moves(task)):
        if game.find(game[2 * number : 2 * number + 2]) == 2 * number:
            board[row * 15 + column] = colour
        boards.append(text(board))
    return boards


@wrong("Reads a point as x and y of a diagram: the column comes first, and the row is counted from the bottom.")
def x_and_y(task):
    return replay(task, lambda first, second: (14 - second) * 15 + first)


@wrong("Gives white the first move, and counts the columns from the right.")
def white_first_from_right(task):
    return replay(task, lambda row, column: row * 15 + 14 - column, swap_colours=True)


@wrong("Begins with the finished board and takes the moves back, so the boards come in reverse order.")
def last_board_first(task):
    return right(task)[::-1]


main(right)
