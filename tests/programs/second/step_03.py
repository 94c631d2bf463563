"""Step 03: wrong programs. Which stone lies on each of sixteen points of a game."""

from harness import main, wrong


def moves_of(task):
    game = task["board"]
    return [game[i : i + 2] for i in range(0, len(game), 2)]


def stones_of(moves, colours="xo"):
    return {move: colours[number % 2] for number, move in enumerate(moves)}


def look(stones, task):
    return [stones.get(point, ".") for point in task["coord"]]


def right(task):
    return look(stones_of(moves_of(task)), task)


@wrong("Takes the first letter of the points to look at for the column, but plays the game with the row first.")
def question_column_first(task):
    stones = stones_of(moves_of(task))
    return [stones.get(point[::-1], ".") for point in task["coord"]]


@wrong("Takes the first half of the string for black's moves and the second half for white's.")
def halves_of_the_game(task):
    moves = moves_of(task)
    half = (len(moves) + 1) // 2
    return look({move: "x" if number < half else "o" for number, move in enumerate(moves)}, task)


@wrong("Writes x for the stones of the player to move, which are white's after an odd number of moves.")
def x_is_to_move(task):
    moves = moves_of(task)
    return look(stones_of(moves, "xo" if len(moves) % 2 == 0 else "ox"), task)


@wrong("Cuts out white's moves with moves[1:2] instead of moves[1::2], so that white has only one stone.")
def slice_without_step(task):
    moves = moves_of(task)
    return look(dict.fromkeys(moves[::2], "x") | dict.fromkeys(moves[1:2], "o"), task)


@wrong("Takes every point without a black stone for white: the case of an empty point is left out.")
def not_black_is_white(task):
    black = moves_of(task)[::2]
    return ["x" if point in black else "o" for point in task["coord"]]


@wrong("Steps through the game by one letter instead of two, so that the end of a move and the start of the next place a stone too.")
def overlapping_pairs(task):
    game = task["board"]
    return look({game[i : i + 2]: "xo"[i // 2 % 2] for i in range(len(game) - 1)}, task)


@wrong("Searches the string once for the point, and says empty when that first hit lies across two moves, although it is played elsewhere.")
def first_hit_only(task):
    items = []
    for point in task["coord"]:
        place = task["board"].find(point)
        items.append("." if place % 2 else "xo"[place // 2 % 2])
    return items


@wrong("Takes the colour of a stone from its place among the points to look at, not from its place in the game.")
def colour_of_the_question(task):
    moves = moves_of(task)
    return ["xo"[number % 2] if point in moves else "." for number, point in enumerate(task["coord"])]


@wrong("Goes through the board row by row and answers the points in that order, not in the order of coord.")
def board_order(task):
    stones = stones_of(moves_of(task))
    return [stones.get(point, ".") for point in sorted(task["coord"])]


@wrong("Lets white begin, and leaves out the last move of the game.")
def white_begins_last_move_missing(task):
    return look(stones_of(moves_of(task)[:-1], "ox"), task)


main(right)
