"""Step 15: wrong programs. Outcome of twelve boards: `odd`, `even`, `draw` or `open`."""

from harness import main, wrong

ROWS = [range(r, r + 4) for r in (0, 4, 8, 12)]
COLUMNS = [range(c, 16, 4) for c in range(4)]
MAJOR = range(0, 16, 5)
MINOR = range(3, 13, 3)
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]


def values(board, line):
    return [board[cell] for cell in line]


def is_win(board, line):
    return 0 not in values(board, line) and sum(values(board, line)) == 34


def wins(board, lines=LINES):
    return [line for line in lines if is_win(board, line)]


def mover(board):
    """Who moved last, by the count of numbers."""
    return "odd" if (16 - board.count(0)) % 2 else "even"


def unwon(board):
    return "open" if 0 in board else "draw"


def outcome(board, lines=LINES):
    return mover(board) if wins(board, lines) else unwon(board)


def right(task):
    return [outcome(board) for board in task["boards"]]


@wrong("A line with an empty cell is taken for a win when its numbers have the sum 34.")
def empty_cell_in_line(task):
    return [mover(b) if any(sum(values(b, line)) == 34 for line in LINES) else unwon(b) for b in task["boards"]]


@wrong("Names the player whose turn it would be next, not the one who has just moved.")
def next_player_wins(task):
    other = {"odd": "even", "even": "odd"}
    return [other.get(outcome(board), outcome(board)) for board in task["boards"]]


@wrong("The cells of the minor diagonal are made with range(3, 16, 3), which adds cell 15 as a fifth cell.")
def minor_diagonal_of_five(task):
    return [outcome(board, [*ROWS, *COLUMNS, MAJOR, range(3, 16, 3)]) for board in task["boards"]]


@wrong("The cells of a column are made with range(c, 12, 4), so that the cell in the last row is left out.")
def columns_of_three(task):
    columns = [range(c, 12, 4) for c in range(4)]
    return [outcome(board, [*ROWS, *columns, MAJOR, MINOR]) for board in task["boards"]]


@wrong("The flag that a line was found is set once before all boards, so every board after the first won one is won, too.")
def flag_never_reset(task):
    items, won = [], False
    for board in task["boards"]:
        won = won or bool(wins(board))
        items.append(mover(board) if won else unwon(board))
    return items


@wrong("Takes the list for the order of the moves: the last number in it is said to be the last move.")
def last_in_list_moved_last(task):
    def last(board):
        return "odd" if [n for n in board if n][-1] % 2 else "even"

    return [last(board) if wins(board) else unwon(board) for board in task["boards"]]


@wrong("Asks for an empty cell first, so a board that is won before it is full is called open.")
def empty_cell_first(task):
    return ["open" if 0 in board else outcome(board) for board in task["boards"]]


@wrong("The loop over the lines returns at the first line with four numbers, also when its sum is not 34.")
def first_full_line_decides(task):
    def decide(board):
        for line in LINES:
            if 0 not in values(board, line):
                return mover(board) if is_win(board, line) else unwon(board)
        return unwon(board)

    return [decide(board) for board in task["boards"]]


@wrong("The loop for the columns is a copy of the one for the rows, and a board with two lines at once is not taken for won.")
def rows_twice_and_one_line_only(task):
    return [mover(b) if len(wins(b, [*ROWS, MAJOR, MINOR])) == 1 else unwon(b) for b in task["boards"]]


@wrong("Takes the boards from the end of the list with pop(), so the items are in reverse order.")
def boards_popped(task):
    boards, items = list(task["boards"]), []
    while boards:
        items.append(outcome(boards.pop()))
    return items


main(right)
