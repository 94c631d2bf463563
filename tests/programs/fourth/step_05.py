"""Step 05: wrong programs. Who has won each game, and with which move."""
from harness import main, wrong

LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]


def moves_of(game):
    return [(ord(game[i]) - ord("a"), ord(game[i + 1]) - ord("a")) for i in range(0, len(game), 2)]


def run(board, start, step, place=lambda row, column: (row, column)):
    """Counts the stones of the colour at `start` beyond it in one direction."""
    (row, column), (down, across) = start, step
    count = 0
    colour = board[place(*start)]
    while board.get(place(row + (count + 1) * down, column + (count + 1) * across)) == colour:
        count += 1
    return count


def both_ways(board, move, line, **options):
    down, across = line
    return 1 + run(board, move, (down, across), **options) + run(board, move, (-down, -across), **options)


def play(
    game, lines=LINES, wins=lambda n: n >= 5, length=both_ways, board=None, place=None, colours="xo", number=lambda n: n
):
    board = {} if board is None else board
    options = {"place": place} if place else {}
    for n, move in enumerate(moves_of(game), 1):
        board[place(*move) if place else move] = colour = colours[(n - 1) % 2]
        if any(wins(length(board, move, line, **options)) for line in lines):
            return f"{colour}{number(n)}"
    return "-"


def right(task):
    return [play(game) for game in task["games"]]


@wrong("Takes exactly five for a win: six or more in a row are not seen.")
def exactly_five(task):
    return [play(game, wins=lambda n: n == 5) for game in task["games"]]


@wrong("Counts from the last stone in each direction on its own, so that a five that it completes in the "
       "middle is not seen.")
def one_way_only(task):
    def longer_side(board, move, line):
        return 1 + max(run(board, move, line), run(board, move, (-line[0], -line[1])))

    return [play(game, length=longer_side) for game in task["games"]]


@wrong("Has the same diagonal twice, by copy and paste: ╲ is looked at again in the place of ╱.")
def same_diagonal_twice(task):
    return [play(game, lines=[(0, 1), (1, 1), (1, 0), (1, 1)]) for game in task["games"]]


@wrong("Follows the lines on the index row * 15 + column without a look at the border, so that a row goes on "
       "in the next one.")
def row_goes_on(task):
    return [play(game, place=lambda row, column: row * 15 + column) for game in task["games"]]


@wrong("Tries only the starts of a five in the first ten rows and columns (from the right for ╱), "
       "so that a five that ends at the border is missed.")
def starts_one_short(task):
    def longest(board, move, line):
        down, across = line
        back = run(board, move, (-down, -across))
        size = 1 + back + run(board, move, line)
        row, column = move[0] - back * down, move[1] - back * across
        inside = (row < 10 or not down) and (column < 10 or across != 1) and (column > 4 or across != -1)
        return size if inside else 0

    return [play(game, length=longest) for game in task["games"]]


@wrong("Counts all stones of the player within four steps on the line, also those behind a gap.")
def gaps_ignored(task):
    def stones(board, move, line):
        return sum(board.get((move[0] + k * line[0], move[1] + k * line[1])) == board[move] for k in range(-4, 5))

    return [play(game, length=stones) for game in task["games"]]


@wrong("Does not clear the board between two games, so that stones of the games before stay on it.")
def board_not_cleared(task):
    board = {}
    return [play(game, board=board) for game in task["games"]]


@wrong("Changes the player before it writes the item, so that the winner's colour is wrong, and counts the "
       "moves from 0.")
def other_colour_from_zero(task):
    return [play(game, colours="ox", number=lambda n: n - 1) for game in task["games"]]


@wrong("Leaves out the diagonal ╱ and takes four in a row for a win.")
def four_and_no_second_diagonal(task):
    return [play(game, lines=LINES[:3], wins=lambda n: n >= 4) for game in task["games"]]


@wrong("Counts each player's moves separately, so that the item has the number of the winner's own stones.")
def own_moves_counted(task):
    return [play(game, number=lambda n: (n + 1) // 2) for game in task["games"]]


main(right)
