"""Step 05: wrong programs. Who has won, and with which move."""
from harness import main, wrong

LETTERS = "abcdefghijklmno"
LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]


def on_board(row, column):
    return 0 <= row < 15 and 0 <= column < 15


def points(game):
    return [(LETTERS.index(game[i]), LETTERS.index(game[i + 1])) for i in range(0, len(game), 2)]


def arm(board, cell, down, right, goes_on):
    """How many stones of the row follow `cell` in one direction; `goes_on` says which stones belong to it."""
    count = 0
    row, column = cell[0] + down, cell[1] + right
    while on_board(row, column) and goes_on(board.get((row, column), ".")):
        count += board.get((row, column), ".") != "."
        row, column = row + down, column + right
    return count


def winning_move(game, lines=LINES, wins=lambda count: count >= 5, own=1, back=True, same=lambda cell, colour: cell == colour):
    """The index of the first move that makes a row, and None if there is none."""
    board = {}
    for i, cell in enumerate(points(game)):
        colour = board[cell] = "xo"[i % 2]
        for down, right in lines:
            count = own + arm(board, cell, down, right, lambda other: same(other, colour))
            if back:
                count += arm(board, cell, -down, -right, lambda other: same(other, colour))
            if wins(count):
                return i
    return None


def results(task, write=lambda i: f"{'xo'[i % 2]}{i + 1}", **options):
    moves = [winning_move(game, **options) for game in task["games"]]
    return ["-" if move is None else write(move) for move in moves]


def right(task):
    return results(task)


@wrong("Counts in one direction from the last stone only.")
def one_direction(task):
    return results(task, back=False)


@wrong("Leaves out the diagonal from the top right to the bottom left.")
def three_lines(task):
    return results(task, lines=LINES[:3])


@wrong("Goes on over an empty point, so that a row may have gaps.")
def over_gaps(task):
    return results(task, same=lambda cell, colour: cell in (colour, "."))


@wrong("Does not count the last stone itself, so that six in a row are needed.")
def last_stone_not_counted(task):
    return results(task, own=0)


@wrong("Counts stones of both players as one row.")
def any_colour(task):
    return results(task, same=lambda cell, colour: cell != ".")


@wrong("Takes every game to end with a win, so that the last move has always won.")
def last_move_always_wins(task):
    lengths = [len(game) // 2 for game in task["games"]]
    return [f"{'ox'[length % 2]}{length}" for length in lengths]


@wrong("Keeps the board in one list and checks no border, so that a row goes on from the end of one row of the board in the next.")
def over_the_border(task):
    answers = []
    for game in task["games"]:
        board, answer = ["."] * 225, "-"
        for i, (row, column) in enumerate(points(game)):
            board[row * 15 + column] = "xo"[i % 2]
            for step in (1, 14, 15, 16):
                five = {start: board[start : start + 4 * step + 1 : step] for start in range(225 - 4 * step)}
                if answer == "-" and ["xo"[i % 2]] * 5 in five.values():
                    answer = f"{'xo'[i % 2]}{i + 1}"
        answers.append(answer)
    return answers


@wrong("Counts the moves from 0, and lets white move first.")
def from_zero_and_white_first(task):
    return results(task, write=lambda i: f"{'ox'[i % 2]}{i}")


@wrong("Wins with exactly five stones only, and counts the moves of each player separately.")
def exactly_five_and_own_moves(task):
    return results(task, wins=lambda count: count == 5, write=lambda i: f"{'xo'[i % 2]}{i // 2 + 1}")


@wrong("Gives the wins of black first, then those of white, then the games without a winner.")
def grouped_by_winner(task):
    return sorted(right(task), key=lambda item: "xo-".index(item[0]))


main(right)
