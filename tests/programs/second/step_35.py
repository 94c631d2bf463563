"""Step 35: wrong programs. The winner."""

from itertools import product

from harness import main, wrong

TILES = [place for place in product((1, 2, 3), repeat=4) if place != (2, 2, 2, 2)]


def make_lines():
    """The lines as sets of ids."""
    lines = set()
    for v in product((-1, 0, 1), repeat=4):
        if any(v):
            for s in TILES:
                line = [tuple(c + n * d for c, d in zip(s, v)) for n in range(3)]
                if all(tile in TILES for tile in line):
                    lines.add(frozenset(TILES.index(tile) + 1 for tile in line))
    return lines


LINES = make_lines()


def scores_after_moves(game, lines=LINES, one_a_move=False, shared_tiles=False):
    """For each move the player, counted from 0, and the scores after it."""
    players = game["players"]
    tiles, scores = [set() for _ in range(players)], [0] * players
    if shared_tiles:
        tiles = tiles[:1] * players
    for move, number in enumerate(game["history"]):
        player = move % players
        tiles[player].add(number)
        made = sum(number in line and line <= tiles[player] for line in lines)
        scores[player] += min(made, 1) if one_a_move else made
        yield player, list(scores)


def first_to_reach(game, reached=lambda score, threshold: score >= threshold, **options):
    """The number of the first player who reaches the threshold, or None."""
    for player, scores in scores_after_moves(game, **options):
        if reached(scores[player], game["threshold"]):
            return player + 1
    return None


def final_scores(game, **options):
    *_, (_, scores) = scores_after_moves(game, **options)
    return scores


def leaders(game, **options):
    scores = final_scores(game, **options)
    return [player for player, score in enumerate(scores, 1) if score == max(scores)]


def text(numbers):
    return " ".join(map(str, numbers))


def judge(game, winner=first_to_reach, undecided=lambda game: "open", shared=text, size=80, **options):
    """The item of a game: the winner if there is one, else by the two last rows of the table."""
    number = winner(game, **options)
    if number:
        return str(number)
    return undecided(game) if len(game["history"]) < size else shared(leaders(game, **options))


def solve(task, **options):
    return [judge(game, **options) for game in task["games"]]


def right(task):
    return solve(task)


@wrong("Wants the threshold to be exceeded: a score equal to it is not enough.")
def threshold_exceeded(task):
    return solve(task, winner=lambda game: first_to_reach(game, lambda score, threshold: score > threshold))


@wrong("Adds only one line for a move that makes several.")
def one_line_a_move(task):
    return solve(task, one_a_move=True)


@wrong("Thinks that the board is full after 81 moves, so a full board without a winner is called open.")
def full_after_81(task):
    return solve(task, size=81)


@wrong("Gives the player who takes the last tile of a line the point, whoever owns the other two tiles.")
def any_owner(task):
    return solve(task, shared_tiles=True)


@wrong("Looks only at the final scores, and names the player with the lowest number among those who have the threshold.")
def lowest_number_at_the_end(task):
    def winner(game):
        return next((n for n, score in enumerate(final_scores(game), 1) if score >= game["threshold"]), None)

    return solve(task, winner=winner)


@wrong("Names only the first of the players who share the highest score on a full board.")
def first_of_the_best(task):
    return solve(task, shared=lambda numbers: str(numbers[0]))


@wrong("Names the leader of an open game, and the last one where several lead, on a full board too.")
def last_leader_always(task):
    return solve(task, undecided=lambda game: str(leaders(game)[-1]), shared=lambda numbers: str(numbers[-1]))


@wrong("Counts each line once from each end, and calls a full board open when several players share the highest score.")
def both_ends_and_open_ties(task):
    return solve(task, lines=[*LINES, *LINES], shared=lambda numbers: text(numbers) if len(numbers) == 1 else "open")


@wrong("Asks whether a score is equal to the threshold, so a move that passes it is not noticed.")
def equal_to_threshold(task):
    return solve(task, winner=lambda game: first_to_reach(game, lambda score, threshold: score == threshold))


@wrong("Numbers the players from 0.")
def players_from_0(task):
    return [item if item == "open" else text(int(number) - 1 for number in item.split()) for item in solve(task)]


main(right)
