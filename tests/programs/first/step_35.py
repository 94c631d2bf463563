"""Step 35: wrong programs. They decide who has won."""
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
PLACES = list(product((1, 2, 3), repeat=4))
IDS = {tile: number for number, tile in enumerate((place for place in PLACES if place != CENTRE), 1)}
VECTORS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]
RISING = [v for v in VECTORS if -1 not in v]


def lines_along(vectors):
    """The lines along the vectors, for each tile those through it, as sets of ids."""
    through = {number: [] for number in IDS.values()}
    for v, start in product(vectors, IDS):
        line = {IDS.get(tuple(a + n * b for a, b in zip(start, v))) for n in range(3)}
        if None not in line:
            for tile in line:
                through[tile].append(line)
    return through


LINES = lines_along(VECTORS)


def course(game, lines=LINES, line_value=1, once_a_move=False):
    """The player and the scores after each move; players are counted from 0."""
    players = game["players"]
    tiles, scores = [set() for _ in range(players)], [0] * players
    for move, tile in enumerate(game["history"]):
        player = move % players
        tiles[player].add(tile)
        made = sum(line <= tiles[player] for line in lines[tile])
        scores[player] += min(made, 1) if once_a_move else made * line_value
        yield player, list(scores)


def first_to_reach(game, moves, reached=lambda score, threshold: score >= threshold):
    return next((player for player, scores in moves if reached(scores[player], game["threshold"])), None)


def highest(scores):
    return [player for player, score in enumerate(scores) if score == max(scores)]


def decide(game, winner=first_to_reach, full=80, full_first=False, best=highest, unfinished=None, **rules):
    """The list of the winners, counted from 0, or None for an open game."""
    moves = list(course(game, **rules))
    is_full = len(moves) == full
    won_by = None if full_first and is_full else winner(game, moves)
    if won_by is not None:
        return [won_by]
    scores = moves[-1][1]
    return best(scores) if is_full else unfinished and unfinished(scores)


def solve(task, first_number=1, **rules):
    results = (decide(game, **rules) for game in task["games"])
    return [" ".join(str(player + first_number) for player in result) if result else "open" for result in results]


def right(task):
    return solve(task)


@wrong("Demands more lines than the threshold.")
def more_than_threshold(task):
    return solve(task, winner=lambda game, moves: first_to_reach(game, moves, lambda score, threshold: score > threshold))


@wrong("Looks for a score equal to the threshold, and misses a player who goes past it with one move.")
def exactly_the_threshold(task):
    return solve(task, winner=lambda game, moves: first_to_reach(game, moves, lambda score, threshold: score == threshold))


@wrong("Once the threshold is reached, names the player with the most lines after the last move.")
def compared_at_the_end(task):
    def winner(game, moves):
        scores = moves[-1][1]
        return highest(scores)[0] if max(scores) >= game["threshold"] else None

    return solve(task, winner=winner)


@wrong("Compares the scores on every full board, even where a player has reached the threshold.")
def full_board_first(task):
    return solve(task, full_first=True)


@wrong("Adds 1 to the score for a move that makes a line, even if it makes several.")
def one_line_a_move(task):
    return solve(task, once_a_move=True)


@wrong("Names only the first of several players with the same highest score.")
def first_of_the_highest(task):
    return solve(task, best=lambda scores: highest(scores)[:1])


@wrong("Counts each line twice, for v and for -v, and takes the board for full only after 81 moves.")
def both_directions_and_81_tiles(task):
    return solve(task, line_value=2, full=81)


@wrong("Uses only vectors without a -1, and names the leaders of an open game.")
def rising_only_and_leaders(task):
    return solve(task, lines=lines_along(RISING), unfinished=highest)


@wrong("Goes on after a player has won: each later move by a player at or above the threshold overwrites the winner.")
def winner_overwritten(task):
    return solve(task, winner=lambda game, moves: first_to_reach(game, reversed(moves)))


@wrong("Counts the players from 0.")
def players_from_zero(task):
    return solve(task, first_number=0)


main(right)
