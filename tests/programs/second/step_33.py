"""Step 33: wrong programs. Scores."""

from itertools import product

from harness import main, wrong

PLACES = list(product((1, 2, 3), repeat=4))
CENTRE = (2, 2, 2, 2)
TILES = [place for place in PLACES if place != CENTRE]


def half(v):
    """One of each two opposite directions."""
    return v > (0, 0, 0, 0)


def make_lines(wanted=half):
    lines = []
    for v in product((-1, 0, 1), repeat=4):
        if any(v) and wanted(v):
            for s in TILES:
                line = [tuple(c + n * d for c, d in zip(s, v)) for n in range(3)]
                if all(tile in TILES for tile in line):
                    lines.append(line)
    return lines


LINES = make_lines()


def take(game, places=TILES, turns=None, first=0, start=None):
    """The owner, counted from 0, of each tile; `turns` players move in turn, `first` begins."""
    owner = dict(start or {})
    for move, number in enumerate(game["history"]):
        owner[places[number - 1]] = (move + first) % (turns or game["players"])
    return owner


def count(owner, players, lines=LINES):
    return [sum(all(owner.get(tile) == player for tile in line) for line in lines) for player in range(players)]


def text(scores):
    return " ".join(map(str, scores))


def solve(task, lines=LINES, **options):
    return [text(count(take(game, **options), game["players"], lines)) for game in task["games"]]


def right(task):
    return solve(task)


@wrong("Gives the centre the id 41, so every tile after it lies one place too early.")
def centre_numbered(task):
    return solve(task, places=PLACES)


@wrong("Lets two players move in turn in every game; the others get no tile.")
def two_take_turns(task):
    return solve(task, turns=2)


@wrong("Counts only the lines along which one or two coordinates change, not those with three.")
def three_coordinates_missing(task):
    return solve(task, lines=make_lines(lambda v: half(v) and v.count(0) >= 2))


@wrong("Keeps only the vectors whose first component is 1, and loses the lines along which i stays the same.")
def constant_i_missing(task):
    return solve(task, lines=make_lines(lambda v: v[0] == 1))


@wrong("Gives the first move to player 2, and so the move of the last player to player 1.")
def second_player_begins(task):
    return solve(task, first=1)


@wrong("Does not clear the board between the games: tiles not taken in this game keep their owners.")
def board_not_cleared(task):
    items, owner = [], {}
    for game in task["games"]:
        owner = take(game, start=owner)
        items.append(text(count(owner, game["players"])))
    return items


@wrong("Uses all vectors without a −1 and all without a 1: lines are counted twice, and those that rise and fall are missing.")
def one_sign_twice(task):
    return solve(task, lines=make_lines(lambda v: -1 not in v or 1 not in v))


@wrong("Counts only lines along an axis, and lets each tile belong to one line only.")
def axes_with_used_tiles(task):
    items = []
    for game in task["games"]:
        owner, scores = take(game), [0] * game["players"]
        for line in make_lines(lambda v: half(v) and v.count(0) == 3):
            owners = {owner.get(tile) for tile in line}
            if len(owners) == 1 and None not in owners:
                scores[owners.pop()] += 1
                for tile in line:
                    del owner[tile]
        items.append(text(scores))
    return items


@wrong("Ends the loop over the history one move too early, so the last tile is missing.")
def last_move_missing(task):
    return solve({"games": [game | {"history": game["history"][:-1]} for game in task["games"]]})


@wrong("Writes the scores of a game from the highest to the lowest instead of player by player.")
def highest_first(task):
    return [text(sorted(count(take(game), game["players"]), reverse=True)) for game in task["games"]]


main(right)
