"""Step 37: wrong programs. The tile that makes the most lines."""

from itertools import product

from harness import main, wrong

TILES = [tile for tile in product((1, 2, 3), repeat=4) if tile != (2, 2, 2, 2)]
IDS = {tile: number for number, tile in enumerate(TILES, 1)}
DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def all_lines(directions=DIRECTIONS):
    lines = []
    for v, start in product(directions, TILES):
        line = [tuple(c + step * d for c, d in zip(start, v)) for step in range(3)]
        if all(tile in IDS for tile in line):
            lines.append({IDS[tile] for tile in line})
    return lines


LINES = all_lines()


def owned(game, players=None):
    players = players or game["players"]
    return [set(game["history"][player::players]) for player in range(players)]


def adds(tile, tiles, lines):
    return sum(tile in line and line - {tile} <= tiles for line in lines)


def best(game, lines=LINES, turn=0, players=None, value=adds, number=adds):
    """The first free tile with the largest value for the player `turn` places after the one to move."""
    own = owned(game, players)
    tiles = own[(len(game["history"]) + turn) % len(own)]
    free = [tile for tile in range(1, 81) if tile not in game["history"]]
    choice = max(free, key=lambda tile: value(tile, tiles, lines))
    return choice, number(choice, tiles, lines)


def solve(task, best=best, **options):
    return [f"{tile}:{lines}" for tile, lines in (best(game, **options) for game in task["games"])]


def right(task):
    return solve(task)


@wrong("Chooses for the player who has just moved.")
def player_before(task):
    return solve(task, turn=-1)


@wrong("Chooses for the player after the one to move.")
def player_after(task):
    return solve(task, turn=1)


@wrong("Sends the player's score after the move instead of the number of lines that the move adds.")
def score_after(task):
    def score(tile, tiles, lines):
        return sum(line <= tiles | {tile} for line in lines)

    return solve(task, number=score)


@wrong("Scans only vectors without -1.")
def rising_only(task):
    return solve(task, lines=all_lines([v for v in DIRECTIONS if min(v) >= 0]))


@wrong("Takes the first tile that adds a line, even if another one adds more.")
def first_that_adds(task):
    return solve(task, value=lambda *where: min(adds(*where), 1))


@wrong("Gives the moves in turn to two players, also when there are three or four.")
def two_players_only(task):
    return solve(task, players=2)


@wrong("Counts the lines on which the player has at least one other tile, whatever the third tile is.")
def one_own_tile(task):
    def started(tile, tiles, lines):
        return sum(tile in line and not line.isdisjoint(tiles) for line in lines)

    return solve(task, value=started, number=started)


@wrong("Counts also the lines whose other two tiles belong to one of the other players.")
def any_player(task):
    answer = []
    for game in task["games"]:
        def for_all(tile, tiles, lines):
            return sum(adds(tile, own, lines) for own in owned(game))

        answer += solve({"games": [game]}, value=for_all, number=for_all)
    return answer


@wrong("Chooses the tile that lies on the most lines of the board, and sends the player's score after the move.")
def most_lines_of_the_board(task):
    def through(tile, tiles, lines):
        return sum(tile in line for line in lines)

    return solve(task, value=through, number=lambda tile, tiles, lines: sum(line <= tiles | {tile} for line in lines))


@wrong("Writes the number of lines before the colon and the tile after it.")
def number_first(task):
    return [":".join(item.split(":")[::-1]) for item in right(task)]


main(right)
