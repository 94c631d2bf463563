"""Step 16, win in one: wrong programs for "which move completes a line with the sum 34?"."""

from harness import main, wrong

ROWS = [range(start, start + 4) for start in (0, 4, 8, 12)]
COLUMNS = [range(start, 16, 4) for start in range(4)]
MAJOR = [(0, 5, 10, 15)]
MINOR = [(3, 6, 9, 12)]
LINES = ROWS + COLUMNS + MAJOR + MINOR


def parity_to_move(board):
    """1 if the odd player is to move, 0 if it is the even player."""
    return (1 + sum(number > 0 for number in board)) % 2


def parity_of_opponent(board):
    return 1 - parity_to_move(board)


def moves(board, parity=parity_to_move, highest=16, unused_only=True):
    """All legal moves, as pairs of a cell and a number."""
    numbers = [number for number in range(1, highest + 1) if number % 2 == parity(board)]
    if unused_only:
        numbers = [number for number in numbers if number not in board]
    return [(cell, number) for cell in range(16) if board[cell] == 0 for number in numbers]


def wins(board, move, lines=LINES, only_full=True):
    cell, number = move
    after = board[:cell] + [number] + board[cell + 1:]
    values = [[after[c] for c in line] for line in lines if cell in line]
    return any(sum(line) == 34 and not (only_full and 0 in line) for line in values)


def winning_move(board, lines=LINES, only_full=True, **legal):
    """The first winning move, or None."""
    return next((move for move in moves(board, **legal) if wins(board, move, lines, only_full)), None)


def write(move):
    return f"{move[0]}:{move[1]}" if move else "-"


def each(task, find=winning_move, form=write, **rule):
    return [form(find(board, **rule)) for board in task["boards"]]


def right(task):
    return each(task)


@wrong("Uses any unused number, also one of the other player.")
def number_of_either_player(task):
    def any_number(board):
        found = [winning_move(board), winning_move(board, parity=parity_of_opponent)]
        return min((move for move in found if move), default=None)

    return each(task, any_number)


@wrong("Does not check whether the missing number lies elsewhere on the board already.")
def used_number(task):
    return each(task, unused_only=False)


@wrong("Tests only the sum 34 after the move, so that lines with empty cells count as well.")
def line_not_full(task):
    return each(task, only_full=False)


@wrong("Tries the numbers from 1 to 15 only, because the upper end of the range is left out.")
def sixteen_left_out(task):
    return each(task, highest=15)


@wrong("Looks at the first line with one empty cell only, and answers '-' if that line cannot be won.")
def first_gap_only(task):
    def find(board):
        line = next((line for line in LINES if [board[c] for c in line].count(0) == 1), None)
        return line and winning_move(board, lines=[line])

    return each(task, find)


@wrong("Always sends a move: where none wins, the block of a threat of the opponent, or else the first legal move.")
def always_a_move(task):
    def find(board):
        threat = winning_move(board, parity=parity_of_opponent)
        blocking = [move for move in moves(board) if threat and move[0] == threat[0]]
        return winning_move(board) or next(iter(blocking + moves(board)), None)

    return each(task, find)


@wrong("Numbers the cells column by column: the cell is written as column times 4 plus row.")
def column_by_column(task):
    return each(task, form=lambda move: write(move and (move[0] % 4 * 4 + move[0] // 4, move[1])))


@wrong("Leaves out the last row, and has 15 for 12 in the minor diagonal.")
def last_row_and_minor_slip(task):
    return each(task, lines=ROWS[:-1] + COLUMNS + MAJOR + [(3, 6, 9, 15)])


@wrong("Takes the odd player to be to move when the count of numbers is odd, and stops one short when it builds the "
       "columns, so that the last column is left out.")
def turn_reversed_and_no_last_column(task):
    return each(task, parity=parity_of_opponent, lines=ROWS + COLUMNS[:-1] + MAJOR + MINOR)


@wrong("Counts the cells from 1.")
def cells_from_one(task):
    return each(task, form=lambda move: write(move and (move[0] + 1, move[1])))


main(right)
