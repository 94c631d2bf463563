"""Step 06: wrong programs. The board after every move."""
from harness import main, wrong

LETTERS = "abcdefghijklmno"


def boards(task, index=lambda row, column: row * 15 + column, colours="xo", letters=LETTERS):
    """The board before the first move and after each one."""
    game, board = task["questions"], ["."] * 225
    found = ["".join(board)]
    for i in range(0, len(game), 2):
        board[index(letters.find(game[i]), letters.find(game[i + 1]))] = colours[i // 2 % 2]
        found.append("".join(board))
    return found


def right(task):
    return boards(task)[1:]


@wrong("Takes the first letter for the column and the second for the row.")
def column_first(task):
    return boards(task, index=lambda row, column: column * 15 + row)[1:]


@wrong("Appends one and the same list for every move, so that every item shows the finished board.")
def finished_board_only(task):
    after = boards(task)[1:]
    return [after[-1]] * len(after)


@wrong("Shows only the stone of the move and not the stones before it.")
def newest_stone_only(task):
    game = task["questions"]
    return [boards({"questions": game[i : i + 2]}, colours="xo"[i // 2 % 2] * 2)[1] for i in range(0, len(game), 2)]


@wrong("Writes `x` for the stones of the player who has just moved, and not for black.")
def mover_is_x(task):
    swap = str.maketrans("xo", "ox")
    return [board.translate(swap) if i % 2 else board for i, board in enumerate(right(task))]


@wrong("Takes a row to be 14 points long.")
def row_of_14(task):
    return boards(task, index=lambda row, column: row * 14 + column)[1:]


@wrong("Subtracts 1 from the index, as if it were counted from 1, so that every stone lies one point too far left.")
def one_too_far_left(task):
    return boards(task, index=lambda row, column: row * 15 + column - 1)[1:]


@wrong("Lets the letters end at `n`, so that `o` is not found and stands for −1: a stone of column o falls into the row above.")
def letters_end_at_n(task):
    return boards(task, letters=LETTERS[:-1])[1:]


@wrong("Gives the board before each move, and lets white move first.")
def before_the_move_and_white_first(task):
    return boards(task, colours="ox")[:-1]


@wrong("Counts the rows from the bottom, and lets white move first.")
def rows_from_bottom_and_white_first(task):
    return boards(task, index=lambda row, column: (14 - row) * 15 + column, colours="ox")[1:]


@wrong("Gives the boards from the last move back to the first.")
def last_board_first(task):
    return right(task)[::-1]


main(right)
