"""Step 18, endgame: wrong programs for "how does the endgame end with best play, and which move keeps that?"."""

from functools import lru_cache

from harness import main, wrong

ROWS = [range(start, start + 4) for start in (0, 4, 8, 12)]
COLUMNS = [range(start, 16, 4) for start in range(4)]
MAJOR = [(0, 5, 10, 15)]
MINOR = [(3, 6, 9, 12)]
LINES = tuple(ROWS + COLUMNS + MAJOR + MINOR)
NAMES = {1: "odd", 0: "draw", -1: "even"}  # a result is a number, seen from the odd player's side


def to_move(board):
    """1 for the odd player, -1 for the even player."""
    return 1 if board.count(0) % 2 == 0 else -1


@lru_cache(None)
def results_of_moves(board, lines=LINES, highest=16, plies=16, only_full=True, full_is_draw=False, helpful=False,
                     worth=lambda result: result):
    """Each legal move with the result that follows. `worth` rates a result from the side of the player who chooses;
    if `helpful` is set, the opponent chooses for the player who is to move at the start."""
    others_of = [[[other for other in line if other != cell] for line in lines if cell in line] for cell in range(16)]
    position, first = list(board), to_move(board)
    unused = [number not in board for number in range(highest + 1)]
    numbers = {1: range(1, highest + 1, 2), -1: range(2, highest + 1, 2)}
    known = {}

    def won(cell, number):
        for a, b, c in others_of[cell]:
            if position[a] + position[b] + position[c] + number == 34:
                if not only_full or (position[a] and position[b] and position[c]):
                    return True
        return False

    def results(side, empty, key, left):
        """Each move of a side with its result; the position is known by its key while the move is being looked at."""
        for cell in empty:
            rest = [other for other in empty if other != cell]
            for number in numbers[side]:
                if not unused[number]:
                    continue
                if not rest and full_is_draw:
                    found = 0
                elif won(cell, number):
                    found = side
                else:
                    position[cell], unused[number] = number, False
                    found = value(-side, rest, key + (number << 5 * cell), left - 1)
                    position[cell], unused[number] = 0, True
                yield (cell, number), found

    def value(side, empty, key, left):
        if key in known:
            return known[key]
        chooser, best = first if helpful else side, None
        for _, found in results(side, empty, key, left) if left else ():
            if best is None or worth(found * chooser) > worth(best * chooser):
                best = found
            if best == chooser:
                break
        known[key] = best or 0
        return known[key]

    return dict(results(first, [cell for cell in range(16) if not board[cell]], 0, plies))


def best_move(board, results, worth=lambda result: result):
    """The first move with the best result for the player to move, after that result."""
    move = max(results, key=lambda move: worth(results[move] * to_move(board)))
    return results[move], move


def write(result, move):
    return f"{NAMES[result]} {move[0]}:{move[1]}"


def each(task, choose=best_move, form=write, **rule):
    return [form(*choose(board, results_of_moves(tuple(board), **rule))) for board in task["boards"]]


def right(task):
    return each(task)


@wrong("Finds the right result, but sends the first legal move with it.")
def first_legal_move(task):
    return each(task, lambda board, results: (best_move(board, results)[0], next(iter(results))))


@wrong("Looks one move ahead only: a win in one is a win, everything else is a draw with the first legal move.")
def one_move_ahead(task):
    return each(task, plies=1)


@wrong("Names the result from the side of the player to move: 'odd' if that player wins, 'even' if it loses.")
def result_of_the_mover(task):
    def choose(board, results):
        result, move = best_move(board, results)
        return result * to_move(board), move

    return each(task, choose)


@wrong("Lets the opponent choose as it suits the player to move, so that one lucky continuation is enough for a win.")
def opponent_helps(task):
    return each(task, helpful=True)


@wrong("Treats a draw like a loss: where a player cannot win, it plays the first move that it has.")
def draw_like_loss(task):
    def worth(result):
        return result > 0

    return each(task, lambda board, results: best_move(board, results, worth), worth=worth)


@wrong("Asks whether the board is full before it asks for a line, so that a win with the last number is a draw.")
def full_board_is_draw(task):
    return each(task, full_is_draw=True)


@wrong("Searches three plies instead of all, and takes a position that is still open then for a draw.")
def three_plies(task):
    return each(task, plies=3)


@wrong("Leaves out the minor diagonal, and tries the numbers from 1 to 15 only.")
def no_minor_diagonal_no_sixteen(task):
    return each(task, lines=tuple(ROWS + COLUMNS + MAJOR), highest=15)


@wrong("Takes a line with the sum 34 and an empty cell for a win, and leaves out the last row.")
def line_not_full_and_no_last_row(task):
    return each(task, lines=tuple(ROWS[:-1] + COLUMNS + MAJOR + MINOR), only_full=False)


@wrong("Writes the move with the number first and the cell second.")
def number_first(task):
    return each(task, form=lambda result, move: write(result, move[::-1]))


main(right)
