"""Step 05: wrong programs. Who has five in a row, and with which move."""

from functools import partial

from harness import main, wrong

LETTERS = "abcdefghijklmno"
LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]


def moves_of(game):
    places = [LETTERS.index(letter) for letter in game]
    return list(zip(places[::2], places[1::2]))


def run(stones, move, line, signs=(1, -1)):
    """How many stones lie in a row through the move, along one line."""
    length = 1
    for sign in signs:
        row, column = move[0] + sign * line[0], move[1] + sign * line[1]
        while (row, column) in stones:
            length += 1
            row, column = row + sign * line[0], column + sign * line[1]
    return length


def five(length, _colour):
    return length >= 5


def winning_move(moves, lines=LINES, run=run, wins=five, colours="xo"):
    """Colour and number (from 1) of the move that wins, or None."""
    stones = {colour: set() for colour in colours}
    for number, move in enumerate(moves, 1):
        colour = colours[(number - 1) % 2]
        stones[colour].add(move)
        if any(wins(run(stones[colour], move, line), colour) for line in lines):
            return colour, number
    return None


def item(result):
    return "".join(map(str, result)) if result else "-"


def right(task):
    return [item(winning_move(moves_of(game))) for game in task["games"]]


@wrong("Takes every game for won by its last move, because a game stops at the win; `-` is never given.")
def every_game_is_won(task):
    return [item(("ox"[len(game) // 2 % 2], len(game) // 2)) for game in task["games"]]


@wrong("Does not reset the turn between games: after a game with an odd number of moves, the next one begins with white.")
def turn_not_reset(task):
    colours, items = "xo", []
    for moves in map(moves_of, task["games"]):
        items.append(item(winning_move(moves, colours=colours)))
        colours = colours[::-1] if len(moves) % 2 else colours
    return items


@wrong("Has (1, -1) and (-1, 1) among its directions, which are the same line, so that the diagonal ╲ is missing.")
def falling_diagonal_missing(task):
    lines = [(0, 1), (1, 0), (1, -1), (-1, 1)]
    return [item(winning_move(moves_of(game), lines)) for game in task["games"]]


@wrong("Counts a player's stones among the nine cells of a line, also across gaps and stones of the other player.")
def gaps_allowed(task):
    def stones_in_window(stones, move, line):
        return sum((move[0] + step * line[0], move[1] + step * line[1]) in stones for step in range(-4, 5))

    return [item(winning_move(moves_of(game), run=stones_in_window)) for game in task["games"]]


@wrong("Stops one move too early: the last move of each game is not played.")
def last_move_not_played(task):
    return [item(winning_move(moves_of(game)[:-1])) for game in task["games"]]


@wrong("Does not let black win with six or more in a row, as in Renju; white's long rows count.")
def renju_long_row(task):
    def wins(length, colour):
        return length == 5 or (length > 5 and colour == "o")

    return [item(winning_move(moves_of(game), wins=wins)) for game in task["games"]]


@wrong("Counts from the last stone in one direction of each line only, so that a five is missed when that stone is not its first.")
def one_direction(task):
    return [item(winning_move(moves_of(game), run=partial(run, signs=[1]))) for game in task["games"]]


@wrong("Gives the place of the winning move in the string, counted in letters from 1, instead of its number.")
def place_in_the_string(task):
    results = [winning_move(moves_of(game)) for game in task["games"]]
    return [item(result and (result[0], 2 * result[1] - 1)) for result in results]


@wrong("Takes four in a row for a win, and counts the moves from 0.")
def four_from_zero(task):
    def four(length, _colour):
        return length >= 4

    results = [winning_move(moves_of(game), wins=four) for game in task["games"]]
    return [item(result and (result[0], result[1] - 1)) for result in results]


@wrong("Looks at rows and columns only, and names the player whose turn would be next.")
def no_diagonals_other_colour(task):
    return [item(winning_move(moves_of(game), [(0, 1), (1, 0)], colours="ox")) for game in task["games"]]


main(right)
