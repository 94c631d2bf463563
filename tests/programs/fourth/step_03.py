"""Step 03: wrong programs. The stone on each of sixteen points."""
from harness import main, wrong


def moves_of(game):
    return [game[i : i + 2] for i in range(0, len(game), 2)]


def stones(moves, colours="xo"):
    return {point: colours[i % 2] for i, point in enumerate(moves)}


def look(board, points):
    return [board.get(point, ".") for point in points]


def right(task):
    return look(stones(moves_of(task["board"])), task["coord"])


@wrong("Swaps row and column of the points that are asked for.")
def question_swapped(task):
    return look(stones(moves_of(task["board"])), [point[::-1] for point in task["coord"]])


@wrong("Searches the point in the string as it stands, and so also finds it across two moves.")
def searched_in_the_string(task):
    places = [task["board"].find(point) for point in task["coord"]]
    return ["." if place < 0 else "xo"[place // 2 % 2] for place in places]


@wrong("Searches only the first place of the point in the string: when that place is across two moves, the point is "
       "called empty even if it is played later.")
def first_place_across_two_moves(task):
    places = [task["board"].find(point) for point in task["coord"]]
    return ["." if place < 0 or place % 2 else "xo"[place // 2 % 2] for place in places]


@wrong("Writes x for the stones of the player to move instead of for the black ones.")
def x_is_to_move(task):
    moves = moves_of(task["board"])
    return look(stones(moves, "ox" if len(moves) % 2 else "xo"), task["coord"])


@wrong("Takes each stone off the board when it is looked at, so that a point that is asked for again is empty.")
def stone_taken_away(task):
    board = stones(moves_of(task["board"]))
    return [board.pop(point, ".") for point in task["coord"]]


@wrong("Numbers the moves from 0 and tests `if number`, so that the point of the first move is called empty.")
def first_move_is_false(task):
    number = {point: i for i, point in enumerate(moves_of(task["board"]))}
    return ["xo"[number[point] % 2] if number.get(point) else "." for point in task["coord"]]


@wrong("Ends the loop two letters too early, so that the last move is not played.")
def last_move_left_out(task):
    return look(stones(moves_of(task["board"])[:-1]), task["coord"])


@wrong("Gives white the first move, and swaps row and column of the points that are asked for.")
def white_first_and_swapped(task):
    return look(stones(moves_of(task["board"]), "ox"), [point[::-1] for point in task["coord"]])


@wrong("Plays only the first half of the string, since it takes the number of moves for the number of letters, "
       "and gives white the first move.")
def half_the_game_white_first(task):
    moves = moves_of(task["board"])
    return look(stones(moves[: len(moves) // 2], "ox"), task["coord"])


@wrong("Answers the points in the order in which they lie on the board, row by row, instead of the order of coord.")
def board_order(task):
    return look(stones(moves_of(task["board"])), sorted(task["coord"]))


main(right)
