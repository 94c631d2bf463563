"""Step 17: wrong programs. The minimax value of four positions, 1 to 3 plies deep."""

from itertools import combinations

from harness import main, wrong

LINES = [tuple(range(r, r + 4)) for r in (0, 4, 8, 12)] + [tuple(range(c, 16, 4)) for c in range(4)]
LINES += [(0, 5, 10, 15), (3, 6, 9, 12)]
WITHOUT_MINOR = LINES[:-1]

TABLE = {(2, 2): 32, (4, 0): 32, (0, 4): -32, (1, 2): 16, (0, 1): 8, (1, 0): 4, (1, 1): 2, (2, 1): 1}


def mask(numbers):
    """A set of numbers as an integer, one bit for each number."""
    return sum(1 << n for n in numbers if n)


def line_values(table=TABLE, largest=16, any_numbers=False):
    """The value of each set of one to four numbers on a line; a set that is missing counts 0."""
    sets = list(combinations(range(1, largest + 1), 4))
    fitting = sets if any_numbers else [four for four in sets if sum(four) == 34]
    values = {}
    for part in {part for four in fitting for size in range(1, 5) for part in combinations(four, size)}:
        odd = sum(n % 2 for n in part)
        values[mask(part)] = table.get((odd, len(part) - odd), 0)
    return values


VALUES = line_values()
WINNING = {mask(four) for four in combinations(range(1, 17), 4) if sum(four) == 34}


class Search:
    def __init__(
        self, lines=LINES, values=VALUES, largest=16, stop_at_win=True, take_win=False, best=None, greedy=False, both_maximise=False
    ):
        self.through = [[i for i, line in enumerate(lines) if cell in line] for cell in range(16)]
        self.lines, self.values, self.largest = lines, values, largest
        self.stop_at_win, self.take_win, self.best = stop_at_win, take_win, best
        self.greedy, self.both_maximise = greedy, both_maximise

    def value(self, board, plies):
        sets = [mask(board[cell] for cell in line) for line in self.lines]
        total = sum(self.values.get(numbers, 0) for numbers in sets)
        if self.stop_at_win and any(numbers in WINNING for numbers in sets):
            return total
        return self.search(list(board), sets, total, plies)

    def moves(self, board, sets, total):
        """(evaluation after the move, cell, number, sets of the lines through the cell after it) for each legal move."""
        values, to_move = self.values, 1 if board.count(0) % 2 == 0 else 0
        left = [n for n in range(1, self.largest + 1) if n % 2 == to_move and n not in board]
        for cell in range(16):
            if board[cell] == 0:
                old = [sets[i] for i in self.through[cell]]
                rest = total - sum(values.get(numbers, 0) for numbers in old)
                for number in left:
                    new = [numbers | 1 << number for numbers in old]
                    after = rest
                    for numbers in new:
                        after += values.get(numbers, 0)
                    yield after, cell, number, new

    def search(self, board, sets, total, plies):
        """The value of a position that is not finished; `total` is its evaluation."""
        if plies == 0 or 0 not in board:
            return total
        choose = max if self.both_maximise or board.count(0) % 2 == 0 else min
        moves = self.moves(board, sets, total)
        if self.greedy:
            moves = [choose(moves, key=lambda move: move[0], default=(total, None, None, []))]
        results = [] if self.best is None else [self.best]
        for after, cell, number, new in moves:
            won = any(numbers in WINNING for numbers in new)
            if won and self.take_win:
                return after
            if plies > 1 and not (won and self.stop_at_win):
                board[cell], later = number, list(sets)
                for i, numbers in zip(self.through[cell], new):
                    later[i] = numbers
                after = self.search(board, later, after, plies - 1)
                board[cell] = 0
            results.append(after)
        return choose(results, default=total)


def solve(task, **rules):
    search = Search(**rules)
    return [search.value(board, task["depth"]) for board in task["boards"]]


def right(task):
    return solve(task)


@wrong("Takes the first column of the table for the even numbers and the second for the odd ones.")
def table_columns_swapped(task):
    return solve(task, values=line_values({(odd, even): value for (even, odd), value in TABLE.items()}))


@wrong("The row of the table for two odd numbers and one even number is forgotten, so such a line counts 0.")
def row_two_odd_one_even_forgotten(task):
    return solve(task, values=line_values({pair: value for pair, value in TABLE.items() if pair != (2, 1)}))


EVERY_LINE = line_values(any_numbers=True)


@wrong("Every line counts by its odd and even numbers, also when the numbers do not fit into one winning set.")
def winning_sets_ignored(task):
    return solve(task, values=EVERY_LINE)


@wrong("The best value starts at 0, so odd never gets less than 0 and even never more than 0.")
def best_starts_at_zero(task):
    return solve(task, best=0)


@wrong("Each player in turn makes the move with the best evaluation right after it; what follows is not searched.")
def greedy_play(task):
    return solve(task, greedy=True)


@wrong("A player who can complete a line with the sum 34 does so at once, whatever the evaluations of the other moves are.")
def win_is_always_taken(task):
    return solve(task, take_win=True)


@wrong("Both players choose the largest value.")
def both_maximise(task):
    return solve(task, both_maximise=True)


@wrong("The numbers to place come from range(1, 16), so 16 is never played, and the minor diagonal is missing.")
def without_16_and_minor_diagonal(task):
    return solve(task, lines=WITHOUT_MINOR, largest=15)


@wrong("The winning sets are made from the numbers 1 to 15 only, and the players move on after a win.")
def sets_without_16_and_no_stop(task):
    return solve(task, values=line_values(largest=15), stop_at_win=False)


@wrong("The value is sent from the side of the player to move: its sign is turned round when even is to move.")
def from_the_side_to_move(task):
    return [v if b.count(0) % 2 == 0 else -v for b, v in zip(task["boards"], solve(task))]


main(right)
