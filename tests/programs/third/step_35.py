"""Step 35: wrong programs. Who has won a game."""
from itertools import product

from harness import main, wrong

HALF = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]
TILES = [tile for tile in product((1, 2, 3), repeat=4) if tile != (2, 2, 2, 2)]


def lines():
    ids, found = {tile: n for n, tile in enumerate(TILES, 1)}, []
    for v in HALF:
        for start in TILES:
            cells = [tuple(n + step * d for n, d in zip(start, v)) for step in range(3)]
            if all(cell in ids for cell in cells):
                found.append([ids[cell] for cell in cells])
    return found


LINES = lines()


def play(game, gain=lambda made: made, players=None):
    """The player who moves and the scores after it, for each move."""
    count = players or game["players"]
    owner, scores = {}, [0] * game["players"]
    for n, tile in enumerate(game["history"]):
        player = n % count
        owner[tile] = player
        scores[player] += gain(sum(all(owner.get(t) == player for t in line) for line in LINES if tile in line))
        yield player, scores


def leaders(scores):
    return " ".join(str(n + 1) for n, score in enumerate(scores) if score == max(scores))


def winner(game, reached=lambda score, threshold: score >= threshold, tiles=80, tie=leaders,
           name=lambda game, player: player + 1, **changes):
    for player, scores in play(game, **changes):
        if reached(scores[player], game["threshold"]):
            return str(name(game, player))
    return tie(scores) if len(game["history"]) >= tiles else "open"


def winners(task, **changes):
    return [winner(game, **changes) for game in task["games"]]


def right(task):
    return winners(task)


@wrong("Wants the threshold to be exceeded.")
def threshold_exceeded(task):
    return winners(task, reached=lambda score, threshold: score > threshold)


@wrong("Wants the score to be equal to the threshold, so that a move that jumps over it does not win.")
def threshold_exactly(task):
    return winners(task, reached=lambda score, threshold: score == threshold)


@wrong("Names the player whose turn is next instead of the one who made the move.")
def next_player(task):
    return winners(task, name=lambda game, player: (player + 1) % game["players"] + 1)


@wrong("Names the first of several players who share the highest score on a full board.")
def first_of_tie(task):
    return winners(task, tie=lambda scores: leaders(scores).split()[0])


@wrong("Compares the scores only after the last move: the player with the most lines wins if they reach the threshold.")
def only_at_the_end(task):
    answers = []
    for game in task["games"]:
        *_, (player, scores) = play(game)
        full = len(game["history"]) == 80
        answers.append(leaders(scores) if full or max(scores) >= game["threshold"] else "open")
    return answers


@wrong("Waits for 81 tiles before the board is full.")
def never_full(task):
    return winners(task, tiles=81)


@wrong("Calls a full board open if several players share the highest score.")
def tie_is_open(task):
    return winners(task, tie=lambda scores: leaders(scores) if scores.count(max(scores)) == 1 else "open")


@wrong("Counts one line for a move, also when it makes several.")
def one_line_a_move(task):
    return winners(task, gain=lambda made: min(made, 1))


@wrong("Gives the turns as if there were always two players, and wants the threshold to be exceeded.")
def two_players_exceeded(task):
    return winners(task, players=2, reached=lambda score, threshold: score > threshold)


@wrong("Takes the games from the end of the list with pop, so that the answers are in reverse order.")
def last_game_first(task):
    return right(task)[::-1]


main(right)
