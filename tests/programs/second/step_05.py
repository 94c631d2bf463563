"""Step 05: wrong programs. Five in a row: who has won each game, and with which move."""

from harness import main, wrong

ROW, FALLING, COLUMN, RISING = (0, 1), (1, 1), (1, 0), (1, -1)
LINES = [ROW, FALLING, COLUMN, RISING]


def points(game):
    return [(ord(game[i]) - 97, ord(game[i + 1]) - 97) for i in range(0, len(game), 2)]


def run(stones, row, column, down, over, sides=(1, -1), gaps=False):
    """How many of `stones` lie in a row through a point, which is one of them."""
    length = 1
    for side in sides:
        for step in range(1, 5 if gaps else 15):
            if (row + side * step * down, column + side * step * over) in stones:
                length += 1
            elif not gaps:
                break
    return length


def five(length):
    return length >= 5


def winning_move(game, lines=LINES, wins=five, **rule):
    """The number of the move that wins, counted from 0, or None."""
    stones = set(), set()
    for number, (row, column) in enumerate(points(game)):
        mine = stones[number % 2]
        mine.add((row, column))
        if any(wins(run(mine, row, column, *line, **rule)) for line in lines):
            return number
    return None


def item(number, colours="xo", first=1):
    return "-" if number is None else f"{colours[number % 2]}{number + first}"


def right(task):
    return [item(winning_move(game)) for game in task["games"]]


@wrong("Only rows and columns are looked at, not the two diagonals.")
def no_diagonals(task):
    return [item(winning_move(game, lines=[ROW, COLUMN])) for game in task["games"]]


@wrong("A row of six or more stones is not seen as a win.")
def exactly_five(task):
    return [item(winning_move(game, wins=lambda length: length == 5)) for game in task["games"]]


@wrong("Each player's moves are counted separately.")
def own_moves(task):
    numbers = [winning_move(game) for game in task["games"]]
    return ["-" if number is None else f"{'xo'[number % 2]}{number // 2 + 1}" for number in numbers]


@wrong("Stones are counted from the last stone in one direction only, so it has to be at the left or upper end of the five.")
def one_direction(task):
    return [item(winning_move(game, sides=[1])) for game in task["games"]]


@wrong("The stones are kept by their index, and a row goes on at the other side of the board, one row further.")
def runs_over_the_border(task):
    def winner(game):
        stones = set(), set()
        for number, (row, column) in enumerate(points(game)):
            mine = stones[number % 2]
            mine.add((0, row * 15 + column))
            if any(run(mine, 0, row * 15 + column, 0, step) >= 5 for step in (1, 16, 15, 14)):
                return number
        return None

    return [item(winner(game)) for game in task["games"]]


@wrong("Gaps are not seen: five stones of a colour within four steps of the last one on a line are taken for a win.")
def gaps_allowed(task):
    return [item(winning_move(game, gaps=True)) for game in task["games"]]


@wrong("Every game is taken to be won with its last move.")
def last_move_always_wins(task):
    return [item(len(game) // 2 - 1) for game in task["games"]]


@wrong("The diagonal ╲ is missing, and the moves are counted from 0.")
def no_falling_diagonal_from_zero(task):
    return [item(winning_move(game, lines=[ROW, COLUMN, RISING]), first=0) for game in task["games"]]


@wrong("The diagonal ╱ is missing, and white is given the first move, so that the winner is named wrongly.")
def no_rising_diagonal_white_begins(task):
    return [item(winning_move(game, lines=[ROW, FALLING, COLUMN]), colours="ox") for game in task["games"]]


@wrong("The items are sorted by result, the games without a winner first, instead of given in the order of the games.")
def sorted_by_result(task):
    return sorted(right(task))


main(right)
