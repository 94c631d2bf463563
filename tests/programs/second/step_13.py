"""Step 13: wrong programs. Completions: how many winning sets contain all numbers of a list."""

from itertools import combinations
from math import factorial

from harness import main, wrong

NUMBERS = range(1, 17)


def winning_sets(numbers=NUMBERS):
    return [four for four in combinations(numbers, 4) if sum(four) == 34]


def count(line, sets, fits=set.issuperset):
    """How many of the sets fit the numbers of the list."""
    return sum(fits(set(four), set(line)) for four in sets)


def solve(task, numbers=NUMBERS, **rule):
    sets = winning_sets(numbers)
    return [count(line, sets, **rule) for line in task["lines"]]


def any_of(four, line):
    return not four.isdisjoint(line)


def right(task):
    return solve(task)


@wrong("The orders of the missing numbers are counted as well, so that 4 8 + 6 16 and 4 8 + 16 6 count twice.")
def counts_orders(task):
    return [number * factorial(4 - len(line)) for line, number in zip(task["lines"], right(task))]


@wrong("The sets that contain at least one number of the list are counted, not those that contain all.")
def at_least_one(task):
    return solve(task, fits=any_of)


@wrong("The missing numbers differ from each other, but they may repeat a number of the list.")
def repeats_numbers_of_the_list(task):
    return [sum(sum(line) + sum(others) == 34 for others in combinations(NUMBERS, 4 - len(line))) for line in task["lines"]]


@wrong("The numbers of the other lists are taken as used up, so that they may not be among the missing ones.")
def used_up_by_other_lists(task):
    used = {number for line in task["lines"] for number in line}
    return [count(line, winning_sets(sorted(set(NUMBERS) - used | set(line)))) for line in task["lines"]]


@wrong("Only the sets that begin with the numbers of the list in ascending order are counted.")
def list_begins_the_set(task):
    return [sum(four[: len(line)] == tuple(sorted(line)) for four in winning_sets()) for line in task["lines"]]


@wrong("The numbers begin at 0, so that sets with a 0 are counted too.")
def begins_at_zero(task):
    return solve(task, numbers=range(17))


@wrong("Only sets with two odd and two even numbers are counted, as if each player had to place two of them.")
def two_odd_and_two_even(task):
    sets = [four for four in winning_sets() if sum(number % 2 for number in four) == 2]
    return [count(line, sets) for line in task["lines"]]


@wrong("For a list of two, the smaller missing number ends too early if the missing sum is odd: 10 + 11 is not found for 21.")
def pairs_below_half(task):
    def pairs(line):
        missing = 34 - sum(line)
        return sum(missing - low in NUMBERS and not {low, missing - low} & set(line) for low in range(1, missing // 2))

    return [pairs(line) if len(line) == 2 else number for line, number in zip(task["lines"], right(task))]


@wrong("The numbers end at 15, and the sets that contain at least one number of the list are counted.")
def up_to_fifteen_at_least_one(task):
    return solve(task, numbers=range(1, 16), fits=any_of)


@wrong("The items are grouped by the length of their lists: first all lists of one number, then of two, then of three.")
def grouped_by_length(task):
    return right({"lines": sorted(task["lines"], key=len)})


main(right)
