"""Step 13: wrong programs. How many of the winning sets contain all numbers of a list."""
from itertools import combinations

from harness import main, wrong

NUMBERS = range(1, 17)


def winning(numbers=NUMBERS, wins=lambda total: total == 34):
    return [s for s in combinations(numbers, 4) if wins(sum(s))]


def contains_all(numbers, winning_set):
    return set(numbers) <= set(winning_set)


def counts(lines, sets=None, fits=contains_all):
    sets = winning() if sets is None else sets
    return [sum(fits(line, s) for s in sets) for line in lines]


def right(task):
    return counts(task["lines"])


@wrong("Lists the sets with range(1, 16), so that none of them has the 16.")
def sixteen_missing(task):
    return counts(task["lines"], winning(range(1, 16)))


@wrong("Counts the sets that contain at least one number of the list.")
def any_number(task):
    return counts(task["lines"], fits=lambda line, s: any(n in s for n in line))


@wrong("Searches the numbers in the set as a text, so that 1 is also found in 10 to 16, and 2 to 6 in 12 to 16.")
def searched_as_text(task):
    return counts(task["lines"], fits=lambda line, s: all(str(n) in str(s) for n in line))


@wrong("Adds only numbers that are larger than the largest one of the list.")
def larger_numbers_only(task):
    return counts(task["lines"], fits=lambda line, s: s[: len(line)] == tuple(sorted(line)))


@wrong("Takes the numbers of the other lists for used up, so that they may not complete a set.")
def other_lists_use_up(task):
    placed = {n for line in task["lines"] for n in line}
    return counts(task["lines"], fits=lambda line, s: contains_all(line, s) and placed.isdisjoint(set(s) - set(line)))


@wrong("Does not set the counter back to 0, so that each item includes the counts of the lists before it.")
def counter_kept(task):
    items = []
    count = 0
    for number in right(task):
        count += number
        items.append(count)
    return items


@wrong("For a list of three numbers, tests only that the missing number is from 1 to 16, and not that it is a new one.")
def fourth_number_repeated(task):
    return [
        int(1 <= 34 - sum(line) <= 16) if len(line) == 3 else count
        for line, count in zip(task["lines"], right(task))
    ]


@wrong("Takes the numbers to 15 only, and counts each order of the missing numbers.")
def to_15_and_ordered(task):
    orders = {1: 6, 2: 2, 3: 1}
    return [count * orders[len(line)] for line, count in zip(task["lines"], sixteen_missing(task))]


@wrong("Counts sets with a sum of at least 34, since a line has to reach it, and tests only the first number "
       "of the list.")
def at_least_34_and_first_number(task):
    return counts(task["lines"], winning(wins=lambda total: total >= 34), fits=lambda line, s: line[0] in s)


@wrong("Answers the lists of one number first, then those of two and those of three.")
def shortest_first(task):
    return counts(sorted(task["lines"], key=len))


main(right)
