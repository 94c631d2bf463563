"""Step 18, endgame: wrong programs for "how does the endgame end with best play, and which move keeps that?"."""

from functools import lru_cache
from itertools import accumulate
from operator import or_

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
def reachable(unused, at_most):
    """The sums, as bits, of 0, 1, … 4 of the unused numbers; of so many or fewer if `at_most` is set."""
    sums = [1, 0, 0, 0, 0]
    for number in range(1, 17):
        if unused >> number & 1:
            for size in (4, 3, 2, 1):
                sums[size] |= sums[size - 1] << number
    return list(accumulate(sums, or_)) if at_most else sums


class Lines:
    """Some lines of the board. Their sums are kept in one number, with eight bits for each."""

    def __init__(self, lines, only_full):
        self.lines, self.only_full, self.known = lines, only_full, {}
        self.ones = [sum(1 << 8 * at for at, line in enumerate(lines) if cell in line) for cell in range(16)]

    def open(self, empty):
        """For a tuple of empty cells: where the sum of each open line is, with its count of empty cells; and each empty cell
        with its ones and the places of the sums of lines that it can win."""
        if empty not in self.known:
            counts = [(8 * at, sum(cell in empty for cell in line), line) for at, line in enumerate(self.lines)]
            cells = [(cell, tuple(other for other in empty if other != cell), self.ones[cell],
                      [at for at, count, line in counts if cell in line and (count == 1 or not self.only_full)]) for cell in empty]
            self.known[empty] = [(at, count) for at, count, _ in counts if count], cells
        return self.known[empty]


@lru_cache(None)
def lines_of(lines, only_full):
    return Lines(lines, only_full)


@lru_cache(None)
def results_of_moves(board, lines=LINES, highest=16, plies=16, only_full=True, full_is_draw=False, helpful=False,
                     worth=lambda result: result):
    """Each legal move with the result that follows. `worth` rates a result from the side of the player who chooses;
    if `helpful` is set, the opponent chooses for the player who is to move at the start."""
    lines, first, known = lines_of(lines, only_full), to_move(board), {}
    numbers = {1: range(1, highest + 1, 2), -1: range(2, highest + 1, 2)}

    def can_win(side, cells, sums, unused):
        missing = {34 - (sums >> at & 255) for _, _, _, places in cells for at in places}
        return any(unused >> number & 1 for number in missing.intersection(numbers[side]))

    def results(side, cells, sums, unused, left):
        """Each move of a side with its result."""
        free = [number for number in numbers[side] if unused >> number & 1]
        for cell, rest, ones, places in cells:
            winning = [34 - (sums >> at & 255) for at in places]
            for number in free:
                if not rest and full_is_draw:
                    found = 0
                elif number in winning:
                    found = side
                else:
                    found = value(-side, rest, sums + number * ones, unused & ~(1 << number), left - 1)
                yield (cell, number), found

    def value(side, empty, sums, unused, left):
        """The result of a position: a draw at once if no line can be won any more."""
        if not left:
            return 0
        open_lines, cells = lines.open(empty)
        reach, alive = reachable(unused, not only_full), 0
        for at, count in open_lines:
            missing = 34 - (sums >> at & 255)
            if missing > 0 and reach[count] >> missing & 1:
                alive |= 255 << at
        if not alive:
            return 0
        key = empty, unused, sums & alive
        if key not in known:
            known[key] = search(side, cells, sums, unused, left)
        return known[key]

    def search(side, cells, sums, unused, left):
        chooser, best = first if helpful else side, None
        if chooser == side and (len(cells) > 1 or not full_is_draw) and can_win(side, cells, sums, unused):
            return side
        for _, found in results(side, cells, sums, unused, left):
            if best is None or worth(found * chooser) > worth(best * chooser):
                best = found
            if best == chooser:
                break
        return best or 0

    sums = sum(number * ones for number, ones in zip(board, lines.ones))
    unused = sum(1 << number for number in range(1, highest + 1) if number not in board)
    _, cells = lines.open(tuple(cell for cell in range(16) if not board[cell]))
    return dict(results(first, cells, sums, unused, plies))


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
