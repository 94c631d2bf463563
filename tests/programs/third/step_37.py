"""Step 37: wrong programs. The tile that makes the most lines."""
from itertools import product

from harness import main, wrong

EVERY = [v for v in product((-1, 0, 1), repeat=4) if any(v)]
HALF = [v for v in EVERY if v > (0, 0, 0, 0)]
PLACES = list(product((1, 2, 3), repeat=4))
TILES = [tile for tile in PLACES if tile != (2, 2, 2, 2)]


def lines(directions=HALF, tiles=TILES):
    ids, found = {tile: n for n, tile in enumerate(tiles, 1)}, []
    for v in directions:
        for start in tiles:
            cells = [tuple(n + step * d for n, d in zip(start, v)) for step in range(3)]
            if all(cell in ids for cell in cells):
                found.append([ids[cell] for cell in cells])
    return found


LINES = lines()


def tiles_of(game, player, players=None):
    players = players or game["players"]
    return {tile for n, tile in enumerate(game["history"]) if n % players == player % players}


def free(game):
    return [n for n in range(1, 81) if n not in game["history"]]


def adds(tile, own, found=LINES):
    """How many lines the tile adds to the tiles of a player."""
    return sum(tile in line and own.issuperset(set(line) - {tile}) for line in found)


def counts(game, shift=0, players=None, found=LINES):
    """For every free tile the lines that it adds for the player to move, or `shift` players later."""
    own = tiles_of(game, (len(game["history"]) + shift) % (players or game["players"]), players)
    return {tile: adds(tile, own, found) for tile in free(game)}


def best(numbers):
    tile = max(numbers, key=numbers.get)
    return f"{tile}:{numbers[tile]}"


def moves(task, **changes):
    return [best(counts(game, **changes)) for game in task["games"]]


def right(task):
    return moves(task)


@wrong("Counts the lines for the player who has just moved.")
def just_moved(task):
    return moves(task, shift=-1)


@wrong("Chooses the tile that stops the most lines of the next player.")
def stops_next_player(task):
    return moves(task, shift=1)


@wrong("Gives the score of the player after the move instead of the lines that it adds.")
def score_after_move(task):
    answers = []
    for game in task["games"]:
        tile, number = map(int, best(counts(game)).split(":"))
        own = tiles_of(game, len(game["history"]) % game["players"])
        answers.append(f"{tile}:{number + sum(own.issuperset(line) for line in LINES)}")
    return answers


@wrong("Takes the first free tile that adds a line.")
def first_with_line(task):
    answers = []
    for game in task["games"]:
        numbers = counts(game)
        tile = next(filter(numbers.get, numbers), next(iter(numbers)))
        answers.append(f"{tile}:{numbers[tile]}")
    return answers


@wrong("Gives the turns as if there were always two players.")
def always_two_players(task):
    return moves(task, players=2)


@wrong("Leaves out the directions with a component -1.")
def no_falling_lines(task):
    return moves(task, found=lines([v for v in HALF if -1 not in v]))


@wrong("Does not find a line if the free tile is in its middle.")
def middle_not_found(task):
    answers = []
    for game in task["games"]:
        own = tiles_of(game, len(game["history"]) % game["players"])
        answers.append(best({tile: adds(tile, own, [line for line in LINES if line[1] != tile]) for tile in free(game)}))
    return answers


@wrong("Does not set the best number back to 0 for a new game, so that a tile of an earlier game may be named again.")
def best_not_reset(task):
    answers = []
    for answer in right(task):
        better = not answers or int(answer.split(":")[1]) > int(answers[-1].split(":")[1])
        answers.append(answer if better else answers[-1])
    return answers


@wrong("Gives the centre the id 41, and scans v and -v, so that every line counts twice.")
def centre_and_both_ways(task):
    return moves(task, found=lines(EVERY, PLACES))


@wrong("Writes the number of lines before the tile.")
def number_first(task):
    return [":".join(item.split(":")[::-1]) for item in right(task)]


main(right)
