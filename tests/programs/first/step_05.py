"""Step 05: wrong programs. A game is won by five or more stones in a row; the item names the player and the move."""

from harness import main, wrong

ROW, FALLING, COLUMN, RISING = (0, 1), (1, 1), (1, 0), (1, -1)
LINES = (ROW, FALLING, COLUMN, RISING)


def on_board(row, column):
    return 0 <= row < 15 and 0 <= column < 15


def arm(stones, row, column, down, across, inside):
    """How many stones follow without a gap after a point, in one direction."""
    length = 0
    while inside(row + down, column + across) and (row + down) * 15 + column + across in stones:
        row, column, length = row + down, column + across, length + 1
    return length


def runs(stones, row, column, lines=LINES, both_sides=True, inside=on_board):
    """The length of the row of stones through a point, on each line."""
    for down, across in lines:
        length = 1 + arm(stones, row, column, down, across, inside)
        if both_sides:
            length += arm(stones, row, column, -down, -across, inside)
        yield length


def runs_not_reset(stones, row, column):
    total = 1
    for length in runs(stones, row, column):
        total += length - 1
        yield total


def stones_of_nine(stones, row, column):
    for down, across in LINES:
        cells = [(row + k * down, column + k * across) for k in range(-4, 5)]
        yield sum(on_board(r, c) and r * 15 + c in stones for r, c in cells)


def item_of(move):
    """The item for a win with a move, which is counted from 0."""
    return f"{'xo'[move % 2]}{move + 1}"


def outcome(game, runs=runs, wins=lambda length: length >= 5, item=item_of, **mistake):
    players = set(), set()
    for move in range(len(game) // 2):
        row, column = (ord(letter) - ord("a") for letter in game[2 * move : 2 * move + 2])
        stones = players[move % 2]
        stones.add(row * 15 + column)
        if any(wins(length) for length in runs(stones, row, column, **mistake)):
            return item(move)
    return "-"


def right(task):
    return [outcome(game) for game in task["games"]]


@wrong("Takes four in a row for a win.")
def four_wins(task):
    return [outcome(game, wins=lambda length: length >= 4) for game in task["games"]]


@wrong("Asks for exactly five in a row, so six or more do not win.")
def exactly_five(task):
    return [outcome(game, wins=lambda length: length == 5) for game in task["games"]]


@wrong("Counts from the last stone to the right and downwards only, so a five that it closes elsewhere is not seen.")
def one_side_only(task):
    return [outcome(game, both_sides=False) for game in task["games"]]


@wrong("Does not look at the diagonal that goes down to the left.")
def no_rising_diagonal(task):
    return [outcome(game, lines=(ROW, FALLING, COLUMN)) for game in task["games"]]


@wrong("Counts the player's stones among the nine cells around the last one, also when there are gaps between them.")
def gaps_allowed(task):
    return [outcome(game, runs=stones_of_nine) for game in task["games"]]


@wrong("Does not set the counter back between the four lines, so the stones of several lines are added up.")
def counter_not_reset(task):
    return [outcome(game, runs=runs_not_reset) for game in task["games"]]


@wrong("Takes the outermost rows and columns for the border, so stones on them are not counted with the last one.")
def outermost_points_missing(task):
    return [outcome(game, inside=lambda row, column: 0 < row < 14 and 0 < column < 14) for game in task["games"]]


@wrong("Does not look at the diagonal that goes down to the right, and counts the moves from 0.")
def no_falling_diagonal_from_zero(task):
    lines = ROW, COLUMN, RISING
    return [outcome(game, lines=lines, item=lambda move: f"{'xo'[move % 2]}{move}") for game in task["games"]]


@wrong("Does not look at columns, and names the player whose turn would be next instead of the winner.")
def no_columns_and_loser_named(task):
    lines = ROW, FALLING, RISING
    return [outcome(game, lines=lines, item=lambda move: f"{'ox'[move % 2]}{move + 1}") for game in task["games"]]


@wrong("Gives the number of letters up to the winning move, which is twice the number of the move.")
def letters_counted(task):
    return [outcome(game, item=lambda move: f"{'xo'[move % 2]}{2 * (move + 1)}") for game in task["games"]]


main(right)
