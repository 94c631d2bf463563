"""Step 16: wrong programs. A move that wins at once on each of eight boards, or `-`."""

from harness import main, wrong

ROWS = [tuple(range(r, r + 4)) for r in (0, 4, 8, 12)]
COLUMNS = [tuple(range(c, 16, 4)) for c in range(4)]
MAJOR = (0, 5, 10, 15)
MINOR = (3, 6, 9, 12)
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]


def odd_moves(board):
    return board.count(0) % 2 == 0


def numbers(board, odd, again=False):
    """The numbers that a player may place; with `again`, those on the board, too."""
    return [n for n in range(1, 17) if n % 2 == odd and (again or n not in board)]


def complete(board, line):
    return all(board[cell] for cell in line) and sum(board[cell] for cell in line) == 34


def first_win(board, lines=LINES, candidates=None, undo=True, won=complete):
    """The first winning (cell, number) in the order of the cells, or None: each move is tried on the board."""
    board = list(board)
    candidates = numbers(board, odd_moves(board)) if candidates is None else candidates
    for cell in [cell for cell in range(16) if board[cell] == 0]:
        for number in candidates:
            board[cell] = number
            if any(won(board, line) for line in lines if cell in line):
                return cell, number
        if undo:
            board[cell] = 0
    return None


def item(move):
    return f"{move[0]}:{move[1]}" if move else "-"


def right(task):
    return [item(first_win(board)) for board in task["boards"]]


@wrong("The list of lines is typed by hand and only half done: the last two columns are missing.")
def last_two_columns_missing(task):
    return [item(first_win(board, [*ROWS, *COLUMNS[:2], MAJOR, MINOR])) for board in task["boards"]]


@wrong("The numbers that are already on the board are placed a second time.")
def used_numbers_again(task):
    return [item(first_win(b, candidates=numbers(b, odd_moves(b), again=True))) for b in task["boards"]]


@wrong("Any unused number is placed, also one of the other player's.")
def numbers_of_both_players(task):
    return [item(first_win(b, candidates=[n for n in range(1, 17) if n not in b])) for b in task["boards"]]


@wrong("The odd player is taken to be to move on every board.")
def odd_always_moves(task):
    return [item(first_win(b, candidates=numbers(b, True))) for b in task["boards"]]


@wrong("A number that was tried and does not win stays on the board while the next cells are tried.")
def trial_not_taken_back(task):
    return [item(first_win(board, undo=False)) for board in task["boards"]]


@wrong("The diagonals that go on at the opposite side, such as 1, 6, 11, 12, are taken for lines, too.")
def diagonals_wrap_around(task):
    falling = [tuple(4 * r + (c + r) % 4 for r in range(4)) for c in range(4)]
    rising = [tuple(4 * r + (c - r) % 4 for r in range(4)) for c in range(4)]
    return [item(first_win(board, ROWS + COLUMNS + falling + rising)) for board in task["boards"]]


@wrong("Only the first line with exactly one empty cell is looked at; if it cannot be completed, the item is `-`.")
def first_line_of_three_only(task):
    def move(board):
        for line in LINES:
            if [board[cell] for cell in line].count(0) == 1:
                return first_win(board, [line])
        return None

    return [item(move(board)) for board in task["boards"]]


@wrong("A line wins when the numbers on it have the sum 34, even if a cell is still empty; and the diagonals are missing.")
def short_lines_without_diagonals(task):
    def won(board, line):
        return sum(board[cell] for cell in line) == 34

    return [item(first_win(board, ROWS + COLUMNS, won=won)) for board in task["boards"]]


@wrong("Whose turn it is is read the wrong way round, and of the two diagonals only the major one is looked at.")
def other_player_without_minor_diagonal(task):
    return [item(first_win(b, [*ROWS, *COLUMNS, MAJOR], numbers(b, not odd_moves(b)))) for b in task["boards"]]


@wrong("The right move is found, but its cell is sent as the place in the line, 0 to 3, instead of the index on the board.")
def place_in_line_sent(task):
    def move(board):
        for line in LINES:
            found = first_win(board, [line])
            if found:
                return line.index(found[0]), found[1]
        return None

    return [item(move(board)) for board in task["boards"]]


main(right)
