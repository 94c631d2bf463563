"""Step 30: wrong programs. They count the complete lines on planes, and the lines of boards of other sizes."""
from itertools import product

from harness import main, wrong

CENTRE = (2, 2)
VECTORS = [(0, 1), (1, -1), (1, 0), (1, 1)]


def lines_along(vectors):
    """All lines along the vectors, each as three places."""
    lines = []
    for v, s in product(vectors, product((1, 2, 3), repeat=2)):
        line = [(s[0] + n * v[0], s[1] + n * v[1]) for n in range(3)]
        if all(1 <= a <= 3 for place in line for a in place):
            lines.append(line)
    return lines


LINES = lines_along(VECTORS)


def complete(board, player, lines=LINES, is_out=lambda line: CENTRE in line):
    tiles = dict(zip(product((1, 2, 3), repeat=2), board["tiles"]))
    counted = [line for line in lines if board["centre"] or not is_out(line)]
    return sum(all(tiles[place] == player for place in line) for line in counted)


def line_count(n, d):
    return ((n + 2) ** d - n**d) // 2


def solve(task, of_board=complete, of_space=line_count):
    counts = [of_board(board, player) for board in task["boards"] for player in "12"]
    return counts + [of_space(n, d) for n, d in task["spaces"]]


def right(task):
    return solve(task)


@wrong("Does not look at centre, and counts the lines through the middle tile on every board.")
def centre_not_read(task):
    return solve(task, lambda board, player: complete(board, player, is_out=lambda line: False))


@wrong("Takes away the diagonals where the centre takes no part, but not the middle row and column.")
def diagonals_taken_away(task):
    diagonals = lines_along([(1, 1), (1, -1)])
    return solve(task, lambda board, player: complete(board, player, is_out=lambda line: line in diagonals))


@wrong("Uses only vectors without a -1, and so misses the diagonal from the upper right.")
def rising_only(task):
    return solve(task, lambda board, player: complete(board, player, lines_along([(0, 1), (1, 0), (1, 1)])))


@wrong("Scans both v and -v, and so counts every line on the boards twice.")
def both_directions(task):
    return solve(task, lambda board, player: complete(board, player, LINES + LINES))


@wrong("Compares the characters of tiles with the numbers 1 and 2.")
def characters_and_numbers(task):
    return solve(task, lambda board, player: complete(board, int(player)))


@wrong("Relies on an IndexError at the border, which a negative index does not raise.")
def index_below_zero(task):
    def count(board, player):
        rows = [board["tiles"][at : at + 3] for at in (0, 3, 6)]
        found = 0
        for row, column, (down, right) in product(range(3), range(3), VECTORS):
            places = [(row + n * down, column + n * right) for n in range(3)]
            try:
                is_own = all(rows[i][j] == player for i, j in places)
            except IndexError:
                continue
            found += is_own and (board["centre"] or (1, 1) not in places)
        return found

    return solve(task, count)


@wrong("Forgets the parentheses around the difference, so that only n^d is halved.")
def no_parentheses(task):
    return solve(task, of_space=lambda n, d: (n + 2) ** d - n**d // 2)


@wrong("Writes the power as ^.")
def caret(task):
    return solve(task, of_space=lambda n, d: (((n + 2) ^ d) - (n ^ d)) // 2)


@wrong("Counts n^(d-1) lines along each axis, and the diagonals from corner to corner.")
def axes_and_corners(task):
    return solve(task, of_space=lambda n, d: d * n ** (d - 1) + 2 ** (d - 1))


@wrong("Counts rows and columns only on the boards, and adds the border on one side only.")
def no_diagonals_and_half_a_border(task):
    return solve(
        task,
        lambda board, player: complete(board, player, lines_along([(0, 1), (1, 0)])),
        lambda n, d: ((n + 1) ** d - n**d) // 2,
    )


main(right)
