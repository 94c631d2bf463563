"""Step 37: wrong programs. The best tile."""

from itertools import product

from harness import main, wrong

PLACES = list(product((1, 2, 3), repeat=4))
CENTRE = (2, 2, 2, 2)
TILES = [place for place in PLACES if place != CENTRE]


def make_lines(wanted=lambda v: True):
    """The lines as lists of ids s, s + v, s + 2v along the wanted vectors, one of each two opposite ones."""
    lines = []
    for v in product((-1, 0, 1), repeat=4):
        if v > (0, 0, 0, 0) and wanted(v):
            for s in TILES:
                line = [tuple(c + n * d for c, d in zip(s, v)) for n in range(3)]
                if all(tile in TILES for tile in line):
                    lines.append([TILES.index(tile) + 1 for tile in line])
    return lines


LINES = make_lines()


def owners(game, turns=None):
    """The owner of each tile, counted from 0, when `turns` players move in turn."""
    return {tile: move % (turns or game["players"]) for move, tile in enumerate(game["history"])}


def mover(game, back=0):
    return (len(game["history"]) - back) % game["players"]


def added(owner, player, tile, lines=LINES):
    return sum(all(owner.get(other) == player for other in line if other != tile) for line in lines if tile in line)


def best(game, value):
    """The first free tile with the greatest value, and that value."""
    tile = max((n for n in range(1, 81) if n not in game["history"]), key=value)
    return tile, value(tile)


def answer(game, player=None, lines=LINES, owner=None):
    player, owner = mover(game) if player is None else player, owner or owners(game)
    return best(game, lambda tile: added(owner, player, tile, lines))


def items(pairs):
    return [f"{tile}:{number}" for tile, number in pairs]


def solve(task):
    return items(answer(game) for game in task["games"])


def score(game, tile, lines=LINES):
    """The number of lines of the player to move after the move."""
    owner = owners(game) | {tile: mover(game)}
    return sum(all(owner.get(other) == mover(game) for other in line) for line in lines)


def right(task):
    return solve(task)


@wrong("Takes the first free tile that adds a line at all, even if another one adds more.")
def first_that_adds(task):
    pairs = []
    for game in task["games"]:
        numbers = {n: added(owners(game), mover(game), n) for n in range(1, 81) if n not in game["history"]}
        pairs.append(next(((tile, number) for tile, number in numbers.items() if number), (min(numbers), 0)))
    return items(pairs)


@wrong("Follows the lines from the new tile outwards only, and misses those in which it is the middle one.")
def middle_missing(task):
    def value(game, tile):
        lines = [line for line in LINES if line[1] != tile]
        return added(owners(game), mover(game), tile, lines)

    return items(best(game, lambda tile: value(game, tile)) for game in task["games"])


@wrong("Counts the lines whose other two tiles are taken, whoever they belong to.")
def any_owner(task):
    return items(answer(game, player=True, owner=dict.fromkeys(game["history"], True)) for game in task["games"])


@wrong("Counts a line as soon as one of its other two tiles belongs to the player.")
def one_tile_is_enough(task):
    def value(game, tile):
        owner = owners(game)
        return sum(any(owner.get(other) == mover(game) for other in line) for line in LINES if tile in line)

    return items(best(game, lambda tile: value(game, tile)) for game in task["games"])


@wrong("Takes the free tile that lies on the most lines of the board, and then tells how many of them it adds.")
def most_lines_of_the_board(task):
    pairs = []
    for game in task["games"]:
        tile, _ = best(game, lambda tile: sum(tile in line for line in LINES))
        pairs.append((tile, added(owners(game), mover(game), tile)))
    return items(pairs)


@wrong("Lets two players move in turn in every game.")
def two_take_turns(task):
    return items(answer(game, player=len(game["history"]) % 2, owner=owners(game, turns=2)) for game in task["games"])


@wrong("Chooses for the player who has just moved, and misses the lines along which three coordinates change.")
def just_moved_without_three(task):
    lines = make_lines(lambda v: v.count(0) >= 2)
    return items(answer(game, player=mover(game, back=1), lines=lines) for game in task["games"])


@wrong("Tells the score after the move, and misses the lines along which one coordinate rises and another one falls.")
def score_without_falling(task):
    lines = make_lines(lambda v: -1 not in v)
    tiles = [answer(game, lines=lines)[0] for game in task["games"]]
    return items((tile, score(game, tile, lines)) for game, tile in zip(task["games"], tiles))


@wrong("Does not put the last move of the history on the board, so its tile still seems to be free.")
def last_move_missing(task):
    games = [game | {"history": game["history"][:-1]} for game in task["games"]]
    return items(answer(cut, player=mover(game)) for game, cut in zip(task["games"], games))


@wrong("Writes the number of lines before the colon and the tile behind it.")
def lines_before_tile(task):
    return [":".join(item.split(":")[::-1]) for item in solve(task)]


main(right)
