"""Step 36: wrong programs. A history becomes a code, and a code becomes a history."""
from string import ascii_lowercase as small, ascii_uppercase as capital, digits as ten

from harness import main, wrong

ALPHABET = ten + small + capital


def number(values, base):
    total = 0
    for value in values:
        total = total * base + value
    return total


def split(total, base):
    """The digits of a number, the most significant one first."""
    values = []
    while total:
        total, value = divmod(total, base)
        values.insert(0, value)
    return values


def read(code, alphabet=ALPHABET, base=81):
    return split(number(map(alphabet.index, code), len(alphabet)), base)


def write(history, alphabet=ALPHABET, base=81, digits=split):
    return "".join(alphabet[n] for n in digits(number(history, base), len(alphabet)))


def both(task, read=read, write=write):
    histories = [" ".join(map(str, read(code))) for code in task["codes"]]
    return histories + [write(history) for history in task["histories"]]


def with_alphabet(task, alphabet):
    return both(task, lambda code: read(code, alphabet), lambda history: write(history, alphabet))


def right(task):
    return both(task)


@wrong("Puts the capital letters before the small ones in the alphabet.")
def capitals_first(task):
    return with_alphabet(task, ten + capital + small)


@wrong("Puts the digits at the end of the alphabet.")
def digits_last(task):
    return with_alphabet(task, small + capital + ten)


@wrong("Takes 80 instead of 81 as the base of the history.")
def base_eighty(task):
    return both(task, lambda code: read(code, base=80), lambda history: write(history, base=80))


@wrong("Sends the digits of a code as the divisions give them, the least significant one first.")
def digits_not_reversed(task):
    return both(task, write=lambda history: write(history)[::-1])


@wrong("Takes the first move for the least significant digit in both directions.")
def first_move_least(task):
    return both(task, lambda code: read(code)[::-1], lambda history: write(history[::-1]))


@wrong("Swapped Q and R when the alphabet was typed.")
def typed_alphabet(task):
    return with_alphabet(task, ALPHABET.replace("QR", "RQ"))


@wrong("Stops dividing at the first remainder 0 when a code is written.")
def stops_at_zero(task):
    def digits(total, base):
        values = split(total, base)
        while 0 in values:
            values = values[values.index(0) + 1:]
        return values or [0]

    return both(task, write=lambda history: write(history, digits=digits))


@wrong("Writes every move on its own, as two digits in base 62.")
def move_by_move(task):
    return both(task, write=lambda history: "".join(ALPHABET[n // 62] + ALPHABET[n % 62] for n in history))


@wrong("Reads the moves of a code in the reverse order, and puts the capital letters first when a code is written.")
def reversed_and_capitals(task):
    return both(task, lambda code: read(code)[::-1], lambda history: write(history, ten + capital + small))


@wrong("Divides with floating-point numbers when a code is written, so that digits are lost.")
def floating_point(task):
    def digits(total, base):
        values = []
        while total:
            values.insert(0, total % base)
            total = int(total / base)
        return values

    return both(task, write=lambda history: write(history, digits=digits))


main(right)
