"""Step 35: wrong programs. The lines, the threshold, the end of a game and its shared wins vary."""
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
VECTORS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]
TILES = [tile for tile in product((1, 2, 3), repeat=4) if tile != CENTRE]
IDS = {tile: n for n, tile in enumerate(TILES, 1)}


def find_lines(vectors=VECTORS):
    lines = []
    for v in vectors:
        for start in TILES:
            tiles = [tuple(c + n * d for c, d in zip(start, v)) for n in range(3)]
            if all(tile in IDS for tile in tiles):
                lines.append({IDS[tile] for tile in tiles})
    return lines


LINES = find_lines()


def play(game, lines, turns=None, one_per_move=False):
    """Yields the index of the player, and the scores after the move."""
    n = game["players"]
    scores, owner = [0] * n, {}
    for m, tile in enumerate(game["history"]):
        player = m % (turns or n)
        owner[tile] = player
        made = sum(tile in line and all(owner.get(t) == player for t in line) for line in lines)
        scores[player] += min(made, 1) if one_per_move else made
        yield player, list(scores)


def first_to_reach(states, limit, players):
    """The right way to find the winner: the player of the first move that reaches the limit."""
    return next((player for player, scores in states if scores[player] >= limit), None)


def lowest_at_end(states, limit, players):
    scores = states[-1][1]
    return next((p for p in range(players) if scores[p] >= limit), None)


def most_at_end(states, limit, players):
    scores = states[-1][1]
    return scores.index(max(scores)) if max(scores) >= limit else None


def solve(task, *, lines=LINES, beyond=0, winner=first_to_reach, shift=0, base=1, full=80, ties=None,
          leader_when_open=False, **play_options):
    items = []
    for game in task["games"]:
        n = game["players"]
        states = list(play(game, lines, **play_options))
        player = winner(states, game["threshold"] + beyond, n)
        if player is not None:
            items.append(str((player + shift) % n + base))
        elif len(states) < full and not leader_when_open:
            items.append("open")
        else:
            scores = states[-1][1]
            best = [str(p + base) for p in range(n) if scores[p] == max(scores)]
            items.append(" ".join(best[:ties]))
    return items


def right(task):
    return solve(task)


@wrong("Asks for more lines than the threshold: a score equal to it is not enough.")
def threshold_exceeded(task):
    return solve(task, beyond=1)


@wrong("Names the player whose turn is next instead of the one whose move reached the threshold.")
def next_player(task):
    return solve(task, shift=1)


@wrong("Tests the scores only after the last move, and names the player with the lowest number who has the threshold.")
def lowest_number_at_end(task):
    return solve(task, winner=lowest_at_end)


@wrong("Takes the board for full at 81 tiles, so a full board without a winner is still open.")
def never_full(task):
    return solve(task, full=81)


@wrong("Counts one line for a move that makes two or more at once.")
def one_line_per_move(task):
    return solve(task, one_per_move=True)


@wrong("Misses the lines along which three coordinates change.")
def two_coordinates_at_most(task):
    return solve(task, lines=find_lines([v for v in VECTORS if v.count(0) >= 2]))


@wrong("Keeps a vector if i + 2j + 3k + 4l is positive, so some vectors are lost together with their opposite, as (1,1,−1,0).")
def vectors_lost(task):
    def total(v):
        return sum(c * weight for c, weight in zip(v, (1, 2, 3, 4)))

    return solve(task, lines=find_lines([v for v in product((-1, 0, 1), repeat=4) if total(v) > 0]))


@wrong("Names the leader of a game that is open, and in every game just the first of several players with the highest score.")
def leader_and_first_of_ties(task):
    return solve(task, leader_when_open=True, ties=1)


@wrong("Compares the scores only at the end, and asks there for more lines than the threshold.")
def most_at_end_exceeded(task):
    return solve(task, winner=most_at_end, beyond=1)


@wrong("Numbers the players from 0.")
def players_from_zero(task):
    return solve(task, base=0)


main(right)
