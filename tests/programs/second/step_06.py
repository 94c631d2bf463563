"""Step 06: wrong programs. The board after every move of a game."""

from harness import main, wrong

LETTERS = "abcdefghijklmno"


def moves_of(task, letters=LETTERS):
    places = [letters.index(letter) for letter in task["questions"]]
    return list(zip(places[::2], places[1::2]))


def boards(moves, colours="xo", width=15):
    """The board after each move."""
    board, items = ["."] * 225, []
    for number, (row, column) in enumerate(moves):
        board[row * width + column] = colours[number % 2]
        items.append("".join(board))
    return items


def right(task):
    return boards(moves_of(task))


@wrong("Writes the rows from the bottom to the top.")
def bottom_row_first(task):
    return boards([(14 - row, column) for row, column in moves_of(task)])


@wrong("Makes a new empty board for each move, so that every item shows one stone only.")
def new_board_each_move(task):
    return [boards([move], "xo"[number % 2])[0] for number, move in enumerate(moves_of(task))]


@wrong("Keeps only the last stone of each player, as if a player had one piece that moves.")
def stones_do_not_stay(task):
    moves = moves_of(task)
    last_two = [moves[max(0, number - 1) : number + 1] for number in range(len(moves))]
    return [boards(pair, "ox" if number and number % 2 == 0 else "xo")[-1] for number, pair in enumerate(last_two)]


@wrong("The alphabet is typed with n before m, so that these two rows and columns change places.")
def n_before_m(task):
    return boards(moves_of(task, "abcdefghijklnmo"))


@wrong("Takes the column from the letter before the row's letter instead of the one after it.")
def letter_before(task):
    game = task["questions"]
    return boards([(LETTERS.index(game[i]), LETTERS.index(game[i - 1])) for i in range(0, len(game), 2)])


@wrong("Never changes the turn: all stones are black.")
def all_black(task):
    return boards(moves_of(task), "xx")


@wrong("Puts each new board at the front of the list, so that the finished board comes first.")
def finished_board_first(task):
    return right(task)[::-1]


@wrong("Makes the board as [['.'] * 15] * 15, so that a stone appears in all rows.")
def one_row_fifteen_times(task):
    board, items = [["."] * 15] * 15, []
    for number, (row, column) in enumerate(moves_of(task)):
        board[row][column] = "xo"[number % 2]
        items.append("".join("".join(cells) for cells in board))
    return items


@wrong("Takes the column first and then the row, and lets white begin.")
def column_first_white_begins(task):
    return boards([(column, row) for row, column in moves_of(task)], "ox")


@wrong("Takes a row to be 14 long, and writes the board down before each move instead of after it.")
def fourteen_before_the_move(task):
    return ["." * 225] + boards(moves_of(task), width=14)[:-1]


main(right)
