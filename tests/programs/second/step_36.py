"""Step 36: wrong programs. Codes of whole games in base 62."""

from string import ascii_lowercase, ascii_uppercase, digits

from harness import main, wrong

ALPHABET = digits + ascii_lowercase + ascii_uppercase


def to_number(items, base):
    number = 0
    for item in items:
        number = number * base + item
    return number


def to_digits(number, base, until=0):
    """The digits, the most significant first; stops as soon as the number is not above `until`."""
    found = []
    while number > until:
        number, digit = divmod(number, base)
        found.append(digit)
    return found[::-1]


def read(code, alphabet=ALPHABET, base=81, until=0):
    return to_digits(to_number(map(alphabet.index, code), len(alphabet)), base, until)


def write(history, alphabet=ALPHABET, base=81, until=0):
    return "".join(alphabet[digit] for digit in to_digits(to_number(history, base), len(alphabet), until))


def solve(task, read=read, write=write):
    histories = [" ".join(map(str, read(code))) for code in task["codes"]]
    return histories + [write(history) for history in task["histories"]]


def right(task):
    return solve(task)


def with_options(task, **options):
    return solve(task, lambda code: read(code, **options), lambda history: write(history, **options))


@wrong("Puts the capital letters before the small ones in the alphabet.")
def capitals_first(task):
    return with_options(task, alphabet=digits + ascii_uppercase + ascii_lowercase)


@wrong("Puts the letters before the figures 0 to 9 in the alphabet.")
def letters_first(task):
    return with_options(task, alphabet=ascii_lowercase + ascii_uppercase + digits)


@wrong("Divides by 80 instead of 81 when it reads a code; the codes that it writes are right.")
def read_in_base_80(task):
    return solve(task, read=lambda code: read(code, base=80))


@wrong("Takes the first move for the least significant digit in base 81, in both directions.")
def last_move_first(task):
    return solve(task, lambda code: read(code)[::-1], lambda history: write(history[::-1]))


@wrong("Takes the ids less one as the digits in base 80, in both directions.")
def digits_from_zero(task):
    def one_more(code):
        return [digit + 1 for digit in read(code, base=80)]

    return solve(task, one_more, lambda history: write([tile - 1 for tile in history], base=80))


@wrong("Stops dividing at 1 instead of 0, so a leading digit 1 is lost.")
def leading_one_lost(task):
    return with_options(task, until=1)


@wrong("Uses floating-point division when it writes a code, so large numbers lose their last digits.")
def float_division(task):
    def rounded(history):
        number, found = to_number(history, 81), []
        while number:
            found.append(number % 62)
            number = int(number / 62)
        return "".join(ALPHABET[digit] for digit in reversed(found))

    return solve(task, write=rounded)


@wrong("Exchanges the letters p and q in the alphabet.")
def p_and_q(task):
    return with_options(task, alphabet=ALPHABET.replace("pq", "qp"))


@wrong("Puts the capital letters before the small ones, and sends the digits of a code with the least significant one first.")
def capitals_and_backwards(task):
    alphabet = digits + ascii_uppercase + ascii_lowercase
    return solve(task, lambda code: read(code, alphabet), lambda history: write(history, alphabet)[::-1])


@wrong("Writes every id on its own as two digits in base 62, instead of the whole history as one integer.")
def move_by_move(task):
    return solve(task, write=lambda history: "".join(ALPHABET[tile // 62] + ALPHABET[tile % 62] for tile in history))


main(right)
