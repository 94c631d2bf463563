"""Step 35: wrong programs. Who wins the game."""
from itertools import product
from operator import eq, ge, gt

from harness import main, wrong

TILES = [tile for tile in product((1, 2, 3), repeat=4) if tile != (2, 2, 2, 2)]


def find_lines(keep=lambda v: v > (0, 0, 0, 0)):
    """All lines along the vectors that `keep` accepts, each as three ids from start to end."""
    number = {tile: n for n, tile in enumerate(TILES, 1)}
    found = []
    for v in product((-1, 0, 1), repeat=4):
        if keep(v) and any(v):
            for start in TILES:
                line = [tuple(c + n * d for c, d in zip(start, v)) for n in range(3)]
                if all(tile in number for tile in line):
                    found.append([number[tile] for tile in line])
    return found


LINES = find_lines()


def scores_by_move(game, lines=LINES, several=True, parts=(0, 1, 2)):
    """The player and all scores after each move; `parts`: where in a line its last tile may be taken."""
    own = [set() for _ in range(game["players"])]
    scores = [0] * game["players"]
    for move, tile in enumerate(game["history"]):
        player = move % game["players"]
        own[player].add(tile)
        made = sum(tile in line and line.index(tile) in parts and own[player].issuperset(line) for line in lines)
        scores[player] += made if several else bool(made)
        yield player, list(scores)


def leaders(scores, first=1):
    return " ".join(str(n) for n, score in enumerate(scores, first) if score == max(scores))


def judge(game, reached=ge, full=80, full_first=False, every_round=False, draw=leaders, **how):
    for player, scores in scores_by_move(game, **how):
        if full_first and len(game["history"]) == full:
            continue
        candidates = [player]
        if every_round:
            candidates = range(game["players"]) if player == game["players"] - 1 else []
        for candidate in candidates:
            if reached(scores[candidate], game["threshold"]):
                return str(candidate + 1)
    return draw(scores) if len(game["history"]) == full else "open"


def solve(task, **how):
    return [judge(game, **how) for game in task["games"]]


def right(task):
    return solve(task)


@wrong("The winner is not set back between the games, so a game in which nobody reaches the threshold gets the winner of a game before it.")
def winner_not_set_back(task):
    answer = []
    winner = None
    for game in task["games"]:
        reached = judge(game, full=None)
        winner = reached if reached != "open" else winner
        answer.append(winner or judge(game))
    return answer


@wrong("Asks whether the score is equal to the threshold, and misses a player who jumps over it.")
def only_equal(task):
    return solve(task, reached=eq)


@wrong("Asks first whether the board is full, and then gives the highest scores even when somebody has reached the threshold.")
def full_board_first(task):
    return solve(task, full_first=True)


@wrong("Looks at the scores only when all players have moved, from player 1 on, so that the first in the round wins, not the first who got there.")
def looked_at_every_round(task):
    return solve(task, every_round=True)


@wrong("Takes the board to be full with 81 tiles, so that a full board is open.")
def full_with_81(task):
    return solve(task, full=81)


@wrong("Adds one line at most for a move, even if it completes several.")
def one_line_a_move(task):
    return solve(task, several=False)


@wrong("Counts the players from 0 where the board is full, and from 1 where the threshold is reached.")
def leaders_from_0(task):
    return solve(task, draw=lambda scores: leaders(scores, 0))


@wrong("Goes from the tile just taken two steps in each direction, and misses the lines whose middle tile is taken last.")
def last_tile_in_the_middle(task):
    return solve(task, parts=(0, 2))


@wrong("The threshold must be exceeded, and on a full board only the first of several players with the highest score is given.")
def exceeded_and_first_leader(task):
    return solve(task, reached=gt, draw=lambda scores: leaders(scores).split()[0])


@wrong("Lists every line from both of its ends and adds it twice, and calls a full board that nobody has won open.")
def both_ends_never_full(task):
    return solve(task, lines=find_lines(any), full=None)


main(right)
