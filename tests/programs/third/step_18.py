"""Step 18: wrong programs. The result of an endgame, and a move that keeps it."""
from harness import main, wrong

ROWS = [range(n, n + 4) for n in (0, 4, 8, 12)]
COLUMNS = [range(n, 16, 4) for n in range(4)]
MAJOR, MINOR = range(0, 16, 5), range(3, 13, 3)
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]
NAMES = {1: "odd", 0: "draw", -1: "even"}


def side(board):
    """1 when the odd player is to move, -1 for the even player."""
    return 1 if board.count(0) % 2 == 0 else -1


def moves(board):
    numbers = [n for n in range(1 if side(board) == 1 else 2, 17, 2) if n not in board]
    return [(cell, n) for cell in range(16) if board[cell] == 0 for n in numbers]


def wins(board, cell, lines):
    """Whether the number on the cell completes a line."""
    for line in lines:
        four = [board[n] for n in line]
        if cell in line and sum(four) == 34 and all(four):
            return True
    return False


def solve(board, plies=16, lines=LINES, better=lambda score, best: score > best, key=tuple, helps=False):
    """The result (1 odd, 0 draw, -1 even) and the first move that reaches it."""
    board, first, seen = list(board), side(board), {}

    def look(plies):
        mover, name = side(board), key(board)
        if name in seen:
            return seen[name]
        best, choice = -2, None
        chooser = first if helps else mover
        for cell, number in moves(board) if plies else []:
            board[cell] = number
            result = mover if wins(board, cell, lines) else look(plies - 1)[0] if 0 in board else 0
            board[cell] = 0
            if choice is None or better(result * chooser, best):
                best, choice = result * chooser, (cell, number)
            if best == 1:
                break
        seen[name] = (best * chooser if choice else 0), choice
        return seen[name]

    return look(plies)


def write(result, move):
    return f"{NAMES[result]} {move[0]}:{move[1]}"


def answers(task, **changes):
    return [write(*solve(board, **changes)) for board in task["boards"]]


def right(task):
    return answers(task)


@wrong("Names the right result, but sends the first legal move.")
def first_move(task):
    return [write(solve(board)[0], moves(board)[0]) for board in task["boards"]]


@wrong("Looks only at the next move: a win at once, otherwise a draw.")
def one_ply(task):
    return answers(task, plies=1)


@wrong("Looks only three moves ahead and calls everything later a draw.")
def three_plies(task):
    return answers(task, plies=3)


@wrong("Lets the opponent choose the move that is best for the player to move at the start.")
def opponent_helps(task):
    return answers(task, helps=True)


@wrong("Leaves out the minor diagonal.")
def minor_missing(task):
    return answers(task, lines=LINES[:9])


@wrong("Remembers positions by their empty cells only, though the numbers may lie on other cells.")
def remembered_by_empty_cells(task):
    return answers(task, key=lambda board: tuple(n == 0 for n in board))


@wrong("Takes a draw for no better than a loss: only a win replaces the first move.")
def draw_is_loss(task):
    return answers(task, better=lambda score, best: score == 1)


@wrong("Names the player who does not win when the even player is to move, because the result is seen from the mover's side.")
def named_by_mover(task):
    solved = [(solve(board), side(board)) for board in task["boards"]]
    return [write(result * mover, move) for (result, move), mover in solved]


@wrong("Leaves out the diagonals, and looks only three moves ahead.")
def straight_three_plies(task):
    return answers(task, lines=LINES[:8], plies=3)


@wrong("Counts the cells down the columns instead of along the rows when the move is written.")
def cells_by_column(task):
    solved = [solve(board) for board in task["boards"]]
    return [write(result, (cell % 4 * 4 + cell // 4, number)) for result, (cell, number) in solved]


main(right)
