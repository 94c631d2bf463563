"""Step 36: wrong programs. The two bases, the digits and their order, and the order of the items vary."""
from string import ascii_lowercase, ascii_uppercase, digits

from harness import main, wrong

ALPHABET = digits + ascii_lowercase + ascii_uppercase
CAPITALS_FIRST = digits + ascii_uppercase + ascii_lowercase


def to_digits(number, base, *, floating=False, lowest=1):
    """The digits of a number, the most significant first; the loop ends when the number is below `lowest`."""
    found = []
    while number >= lowest:
        found.append(number % base)
        number = int(number / base) if floating else number // base
    return found[::-1]


def to_number(values, base):
    number = 0
    for value in values:
        number = number * base + value
    return number


def same(values):
    return values


def backwards(values):
    return values[::-1]


def read(code, *, base=81, alphabet=ALPHABET, code_order=same, move_order=same, offset=0, cut=False, floating=False):
    number = to_number([alphabet.index(c) for c in code_order(code)], 62)
    moves = to_digits(number, base, floating=floating, lowest=base if cut else 1)
    return " ".join(str(move + offset) for move in move_order(moves))


def write(history, *, base=81, alphabet=ALPHABET, code_order=same, move_order=same, offset=0, cut=False, floating=False):
    number = to_number([move - offset for move in move_order(history)], base)
    values = to_digits(number, 62, floating=floating, lowest=62 if cut else 1)
    return "".join(alphabet[value] for value in code_order(values))


def solve(task, **options):
    return [read(code, **options) for code in task["codes"]] + [write(h, **options) for h in task["histories"]]


def right(task):
    return solve(task)


@wrong("Puts the capital letters before the small ones among the 62 digits.")
def capitals_first(task):
    return solve(task, alphabet=CAPITALS_FIRST)


@wrong("Puts the digits of a code in the order of the divisions, the least significant first, and reads codes that way too.")
def code_backwards(task):
    return solve(task, code_order=backwards)


@wrong("Divides with floating-point numbers, so that digits of large integers are lost.")
def floating_division(task):
    return solve(task, floating=True)


@wrong("Takes the first move for the least significant digit of the integer.")
def first_move_lowest(task):
    return solve(task, move_order=backwards)


@wrong("Lowers every id by one to count from 0, and takes base 80 for these numbers.")
def ids_from_zero(task):
    return solve(task, offset=1, base=80)


@wrong("Strings the ids together with two decimal digits each when a code is written, which is base 100 instead of 81.")
def two_decimal_digits(task):
    return [read(code) for code in task["codes"]] + [write(history, base=100) for history in task["histories"]]


@wrong("Ends the division when the number is below the base, so the most significant digit is lost.")
def first_digit_lost(task):
    return solve(task, cut=True)


@wrong("Takes base 80 because there are 80 tiles, and sends the moves of a code as the divisions give them, the last move first.")
def base_80_last_move_first(task):
    codes = [read(code, base=80, move_order=backwards) for code in task["codes"]]
    return codes + [write(history, base=80) for history in task["histories"]]


@wrong("Puts the capital letters first, and takes the first move for the least significant digit.")
def capitals_first_move_lowest(task):
    return solve(task, alphabet=CAPITALS_FIRST, move_order=backwards)


@wrong("Sends the three codes first, and then the three histories.")
def codes_first(task):
    items = right(task)
    return items[3:] + items[:3]


main(right)
