"""Step 37: wrong programs. The tile that makes the most lines."""
from itertools import product

from harness import main, wrong

TILES = [tile for tile in product((1, 2, 3), repeat=4) if tile != (2, 2, 2, 2)]
NUMBER = {tile: n for n, tile in enumerate(TILES, 1)}


def find_lines(keep=lambda v: v > (0, 0, 0, 0), wrap=False):
    """All lines along the vectors that `keep` accepts, as three ids from start to end; `wrap`: below 1 a coordinate goes on at 3."""
    found = []
    for v in product((-1, 0, 1), repeat=4):
        if keep(v) and any(v):
            for start in TILES:
                line = [tuple(c + n * d for c, d in zip(start, v)) for n in range(3)]
                if wrap:
                    line = [tuple(c if c >= 1 else c + 3 for c in tile) for tile in line]
                if all(tile in NUMBER for tile in line):
                    found.append([NUMBER[tile] for tile in line])
    return found


LINES = find_lines()


def others(line, tile):
    return [n for n in line if n != tile]


def two_own(owner, player, line, tile):
    """Whether the tile adds the line for the player."""
    return all(owner.get(n) == player for n in others(line, tile))


def owners(game):
    return {tile: move % game["players"] for move, tile in enumerate(game["history"])}


def best(game, lines=LINES, adds=two_own, parts=(0, 1, 2), turn=0, undo=True, start=(1, 0)):
    """A best tile and its number; `parts`: where in a line the tile may be, `start`: the best tile before the search."""
    owner = owners(game)
    player = (len(game["history"]) + turn) % game["players"]
    tile, most = start
    for candidate in (n for n in range(1, 81) if n not in owners(game)):
        through = [line for line in lines if candidate in line and line.index(candidate) in parts]
        number = sum(adds(owner, player, line, candidate) for line in through)
        if not undo:
            owner[candidate] = player
        if number > most:
            tile, most = candidate, number
    return tile, most


def solve(task, to_item=lambda game, tile, most: f"{tile}:{most}", start=(1, -1), **how):
    return [to_item(game, *best(game, start=start, **how)) for game in task["games"]]


def right(task):
    return solve(task)


@wrong("The best number is not set back to 0 before the next game, so a game with a smaller number keeps the tile and number of a game before.")
def best_not_set_back(task):
    answer = []
    tile, most = 1, -1
    for game in task["games"]:
        tile, most = best(game, start=(tile, most))
        answer.append(f"{tile}:{most}")
    return answer


@wrong("A tile that was tried is not taken back, so that the tiles tried before belong to the player as well.")
def trials_stay(task):
    return solve(task, undo=False)


@wrong("The other two tiles of a line must have the same owner, but it is not asked whether that is the player to move.")
def same_owner_is_enough(task):
    def adds(owner, player, line, tile):
        first, second = (owner.get(n) for n in others(line, tile))
        return first is not None and first == second

    return solve(task, adds=adds)


@wrong("Goes from the free tile two steps in each direction, and misses the lines in which it would be the middle tile.")
def free_tile_in_the_middle(task):
    return solve(task, parts=(0, 2))


@wrong("The border is found by an index error of nested lists; negative indices give none, so that lines with a falling coordinate run round the border.")
def negative_indices(task):
    return solve(task, lines=find_lines(wrap=True))


@wrong("Counts a line as added when one of the other two tiles belongs to the player and the third is free.")
def one_own_tile_is_enough(task):
    def adds(owner, player, line, tile):
        return {owner.get(n) for n in others(line, tile)} in ({player}, {player, None})

    return solve(task, adds=adds)


@wrong("Takes the player from (m + 1) mod n, counted from 0, one player too far.")
def one_player_too_far(task):
    return solve(task, turn=1)


@wrong("Sends the number of lines before the colon and the tile after it.")
def number_first(task):
    return solve(task, to_item=lambda game, tile, most: f"{most}:{tile}")


@wrong("Scans v and −v, so that the number is twice as large, and starts with tile 1 as the best, taken or not, when no tile adds a line.")
def both_ends_tile_1_for_none(task):
    return solve(task, lines=find_lines(any), start=(1, 0))


@wrong("Sends the score after the move instead of the lines that it adds, and knows only vectors without −1.")
def score_after_rising_only(task):
    lines = find_lines(lambda v: min(v) >= 0)

    def to_item(game, tile, most):
        player = len(game["history"]) % game["players"]
        own = {n for n, owner in owners(game).items() if owner == player}
        return f"{tile}:{most + sum(own.issuperset(line) for line in lines)}"

    return solve(task, lines=lines, to_item=to_item)


main(right)
