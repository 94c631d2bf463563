"""Step 06: wrong programs. The board after each move of a game."""
from harness import main, wrong

LETTERS = "abcdefghijklmno"


def moves_of(game, letters=LETTERS):
    return [(letters.index(game[i]), letters.index(game[i + 1])) for i in range(0, len(game), 2)]


def boards(moves, colours="xo", place=lambda row, column: row * 15 + column):
    cells = ["."] * 225
    items = []
    for i, move in enumerate(moves):
        cells[place(*move)] = colours[i % 2]
        items.append("".join(cells))
    return items


def right(task):
    return boards(moves_of(task["questions"]))


@wrong("Makes the rows with `[['.'] * 15] * 15`, so that each stone appears in all rows.")
def one_row_fifteen_times(task):
    rows = [["."] * 15] * 15
    items = []
    for i, (row, column) in enumerate(moves_of(task["questions"])):
        rows[row][column] = "xo"[i % 2]
        items.append("".join(map("".join, rows)))
    return items


@wrong("Writes the board before the move, so that the first item is empty and the finished board is missing.")
def board_before_the_move(task):
    return ["." * 225] + right(task)[:-1]


@wrong("Begins each item with an empty board, so that it shows only the stone of its own move.")
def only_the_new_stone(task):
    items = []
    for i, (row, column) in enumerate(moves_of(task["questions"])):
        place = row * 15 + column
        items.append("." * place + "xo"[i % 2] + "." * (224 - place))
    return items


@wrong("Takes the colour from the letter's position in the string, which is always even, so that all stones are black.")
def all_black(task):
    return boards(moves_of(task["questions"]), "xx")


@wrong("Inserts the stone into the string without taking out the point that was there, and cuts the string to "
       "225 characters: all stones behind it move on by one.")
def stone_inserted(task):
    board = "." * 225
    items = []
    for i, (row, column) in enumerate(moves_of(task["questions"])):
        place = row * 15 + column
        board = (board[:place] + "xo"[i % 2] + board[place:])[:225]
        items.append(board)
    return items


@wrong("Puts each stone one place too far to the right in the string, as if the indices began with 1.")
def one_place_too_far(task):
    return boards(moves_of(task["questions"]), place=lambda row, column: (row * 15 + column + 1) % 225)


@wrong("Has a typing slip in its table of letters: h is written after i.")
def h_and_i_exchanged(task):
    return boards(moves_of(task["questions"], "abcdefgihjklmno"))


@wrong("Gives white the first move and writes the rows of the board from the bottom.")
def white_first_from_the_bottom(task):
    return boards(moves_of(task["questions"]), "ox", place=lambda row, column: (14 - row) * 15 + column)


@wrong("Places the stones by column and row, and writes the board before the move.")
def swapped_and_before(task):
    return ["." * 225] + boards(moves_of(task["questions"]), place=lambda row, column: column * 15 + row)[:-1]


@wrong("Takes moves back from the finished board and so gives the boards from the last to the first.")
def last_board_first(task):
    return right(task)[::-1]


main(right)
