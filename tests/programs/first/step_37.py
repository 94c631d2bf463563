"""Step 37: wrong programs. They look for the tile that adds the most lines."""
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
PLACES = list(product((1, 2, 3), repeat=4))
IDS = {tile: number for number, tile in enumerate((place for place in PLACES if place != CENTRE), 1)}
VECTORS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]
RISING = [v for v in VECTORS if -1 not in v]
POSITIVE_SUM = [v for v in product((-1, 0, 1), repeat=4) if sum(v) > 0]


def lines_along(vectors, ids=IDS):
    """All lines along the vectors, each as three ids from one end to the other."""
    lines = []
    for v, start in product(vectors, PLACES):
        line = [ids.get(tuple(a + n * b for a, b in zip(start, v))) for n in range(3)]
        if None not in line:
            lines.append(line)
    return lines


LINES = lines_along(VECTORS)


class Game:
    def __init__(self, game, lines, players=None):
        self.players, self.moves, self.lines = players or game["players"], len(game["history"]), lines
        self.owner = {tile: move % self.players for move, tile in enumerate(game["history"])}

    def others(self, tile):
        """The owners of the other two tiles, for each line through the tile."""
        return [[self.owner.get(t) for t in line if t != tile] for line in self.lines if tile in line]

    def adds(self, tile, player):
        return self.others(tile).count([player, player])

    def score(self, player):
        return sum(all(self.owner.get(tile) == player for tile in line) for line in self.lines)


def own_lines(game, tile, player):
    return game.adds(tile, player)


def lines_of_others(game, tile, player):
    return sum(game.adds(tile, other) for other in range(game.players) if other != player)


def lines_of_anybody(game, tile, player):
    return sum(game.adds(tile, other) for other in range(game.players))


def at_an_end(game, tile, player):
    ends = ([t for t in line if t != tile] for line in game.lines if tile in (line[0], line[2]))
    return sum(all(game.owner.get(t) == player for t in others) for others in ends)


def best(values):
    return max(values, key=values.get)


def first_above_zero(values):
    return next((tile for tile in values if values[tile]), best(values))


def solve(task, value=own_lines, lines=LINES, shift=0, players=None, choose=best, extra=None, item="{tile}:{number}"):
    items = []
    for record in task["games"]:
        game = Game(record, lines, players)
        player = (game.moves + shift) % game.players
        values = {tile: value(game, tile, player) for tile in range(1, 81) if tile not in game.owner}
        tile = choose(values)
        number = values[tile] + (extra(game, player) if extra else 0)
        items.append(item.format(tile=tile, number=number))
    return items


def right(task):
    return solve(task)


@wrong("Counts the lines for the player who has just moved.")
def player_who_just_moved(task):
    return solve(task, shift=-1)


@wrong("Takes the tile that stops the most lines of the other players.")
def stops_others(task):
    return solve(task, value=lines_of_others)


@wrong("Sends the player's score after the move as the number, instead of the lines that the move adds.")
def score_after_the_move(task):
    return solve(task, extra=Game.score)


@wrong("Looks for the two tiles only on one side of the free tile, and so misses the lines with the free tile in the middle.")
def never_in_the_middle(task):
    return solve(task, value=at_an_end)


@wrong("Keeps of each two opposite vectors the one with a positive sum of components, and so loses all with the sum 0.")
def sum_zero_lost(task):
    return solve(task, lines=lines_along(POSITIVE_SUM))


@wrong("Gives the turns to two players in every game.")
def always_two_players(task):
    return solve(task, players=2)


@wrong("Counts each line twice, for v and for -v, and gives the centre the id 41.")
def both_directions_and_centre_41(task):
    ids = {place: number for number, place in enumerate(PLACES, 1) if place != CENTRE}
    return solve(task, lines=2 * lines_along(VECTORS, ids))


@wrong("Uses only vectors without a -1, and counts a line whose other two tiles belong to any one player.")
def rising_only_for_anybody(task):
    return solve(task, value=lines_of_anybody, lines=lines_along(RISING))


@wrong("Takes the first free tile that adds a line, not the one that adds the most.")
def first_tile_with_a_line(task):
    return solve(task, choose=first_above_zero)


@wrong("Sends the number of lines before the colon and the tile after it.")
def number_before_tile(task):
    return solve(task, item="{number}:{tile}")


main(right)
