"""Step 17, minimax: wrong programs for "what is the minimax value of the position?"."""

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import inf
from operator import itemgetter

from harness import main, wrong

ROWS = [tuple(range(start, start + 4)) for start in (0, 4, 8, 12)]
COLUMNS = [tuple(range(start, 16, 4)) for start in range(4)]
MAJOR = [(0, 5, 10, 15)]
MINOR = [(3, 6, 9, 12)]
LINES = ROWS + COLUMNS + MAJOR + MINOR
THROUGH = [[at for at, line in enumerate(LINES) if cell in line] for cell in range(16)]


def mask(numbers):
    """A set of numbers as the bits of one number; 0, for an empty cell, is left out."""
    return sum({1 << number for number in numbers if number})


ODD = mask(range(1, 17, 2))
WINNING_SETS = {mask(numbers) for numbers in combinations(range(1, 17), 4) if sum(numbers) == 34}
SETS_WITH_REPEATS = {mask(numbers) for numbers in combinations_with_replacement(range(1, 17), 4) if sum(numbers) == 34}
# The value of a line by its count of odd and of even numbers.
VALUES = {(2, 2): 32, (4, 0): 32, (0, 4): -32, (1, 2): 16, (0, 1): 8, (1, 0): 4, (1, 1): 2, (2, 1): 1}


@cache
def missing(numbers):
    """What the numbers lack to be one of the winning sets that contain them."""
    return [winning & ~numbers for winning in WINNING_SETS if not numbers & ~winning]


def in_winning_set(numbers, used):
    return bool(missing(numbers))


def in_unused_winning_set(numbers, used):
    return any(not rest & used for rest in missing(numbers))


def in_set_with_repeats(numbers, used):
    return any(not numbers & ~winning for winning in SETS_WITH_REPEATS)


def sum_at_most_34(numbers, used):
    return sum(number for number in range(1, 17) if numbers >> number & 1) <= 34


def any_numbers(numbers, used):
    return True


class LineValues(dict):
    """The values of lines, by a table and a condition for a line to count. Most lines are the same few, on all boards."""

    def __init__(self, table, can_count):
        self.table, self.can_count = table, can_count

    def __missing__(self, numbers):
        value = self.table.get(((numbers & ODD).bit_count(), (numbers & ~ODD).bit_count()), 0)
        self[numbers] = value if value and self.can_count(numbers, None) else 0
        return self[numbers]


@cache
def evaluation(lines, table, can_count, look_at_board):
    """The evaluation function with these lines, this table and this condition for a line to count."""
    chosen = itemgetter(*(LINES.index(line) for line in lines))
    values = LineValues(dict(table), any_numbers if look_at_board else can_count)

    def evaluate(position):
        return sum(map(values.__getitem__, chosen(position.lines)))

    def evaluate_by_board(position):
        used = position.used()
        return sum([values[line] for line in chosen(position.lines) if values[line] and can_count(line, used)])

    return evaluate_by_board if look_at_board else evaluate


def evaluator(lines=LINES, values=VALUES, can_count=in_winning_set, look_at_board=False):
    return evaluation(tuple(lines), tuple(values.items()), can_count, look_at_board)


class Position:
    """The numbers of each line, as masks, and the cells that are empty."""

    __slots__ = "lines", "empty"

    def __init__(self, lines, empty):
        self.lines, self.empty = lines, empty

    def used(self):
        """The numbers on the board: those of its four rows."""
        first, second, third, fourth, *_ = self.lines
        return first | second | third | fourth


def position_of(board):
    return Position([mask(board[cell] for cell in line) for line in LINES], [cell for cell in range(16) if board[cell] == 0])


def finished(position):
    return not position.empty or not WINNING_SETS.isdisjoint(position.lines)


def odd_to_move(position):
    return len(position.empty) % 2 == 0


def children(position):
    used = position.used()
    numbers = [1 << number for number in range(1 if odd_to_move(position) else 2, 17, 2) if not used >> number & 1]
    for cell in position.empty:
        empty = [other for other in position.empty if other != cell]
        for number in numbers:
            lines = position.lines.copy()
            for line in THROUGH[cell]:
                lines[line] |= number
            yield Position(lines, empty)


def minimax(position, depth, evaluate, maximises=odd_to_move, low=-inf, high=inf):
    """The value of a position; what is not between `low` and `high` cannot change the value of the start."""
    if depth == 0 or finished(position):
        return evaluate(position)
    maximising = maximises(position)
    for child in children(position):
        value = evaluate(child) if depth == 1 else minimax(child, depth - 1, evaluate, maximises, low, high)
        if maximising:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return low if maximising else high


def each(task, depth=None, maximises=odd_to_move, **rule):
    evaluate = evaluator(**rule)
    depth = task["depth"] if depth is None else depth
    return [minimax(position_of(board), depth, evaluate, maximises) for board in task["boards"]]


def right(task):
    return each(task)


@wrong("Takes the largest value for both players.")
def both_maximise(task):
    return each(task, maximises=lambda position: True)


@wrong("Makes the player to move at the start the maximiser, also if that is the even player.")
def first_player_maximises(task):
    evaluate = evaluator()
    return [minimax(start, task["depth"], evaluate, lambda position: odd_to_move(position) == odd_to_move(start))
            for start in map(position_of, task["boards"])]


@wrong("Searches one ply less than depth says.")
def one_ply_less(task):
    return each(task, depth=task["depth"] - 1)


@wrong("Exchanges the values of a single odd number (4) and a single even number (8).")
def single_numbers_exchanged(task):
    return each(task, values=VALUES | {(0, 1): 4, (1, 0): 8})


@wrong("Lets a winning set hold the same number twice, so that 5, 9 and 10 fit into 5 + 9 + 10 + 10.")
def repeated_numbers(task):
    return each(task, can_count=in_set_with_repeats)


@wrong("Evaluates every line by the table, without asking whether its numbers fit into a winning set.")
def winning_sets_ignored(task):
    return each(task, can_count=any_numbers)


@wrong("Tests only that the sum of a line is at most 34, not that its numbers fit into a winning set.")
def sum_at_most(task):
    return each(task, can_count=sum_at_most_34)


@wrong("Lets a line count only if the missing numbers of its winning set are still unused, and leaves out the minor "
       "diagonal.")
def unused_only_and_no_minor(task):
    return each(task, lines=ROWS + COLUMNS + MAJOR, can_count=in_unused_winning_set, look_at_board=True)


@wrong("Exchanges the rows 1 odd, 2 even and 2 odd, 1 even of the table, and leaves out the last column.")
def rows_exchanged_and_no_last_column(task):
    return each(task, lines=ROWS + COLUMNS[:-1] + MAJOR + MINOR, values=VALUES | {(1, 2): 1, (2, 1): 16})


@wrong("Sends the four values in ascending order instead of in the order of the boards.")
def values_sorted(task):
    return sorted(right(task))


main(right)
