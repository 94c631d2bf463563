"""Step 13: wrong programs. The number of winning sets that contain a list of numbers."""
from itertools import combinations
from math import factorial

from harness import main, wrong


def winning_sets(first=1, last=16, sizes=(4,)):
    numbers = range(first, last + 1)
    return [found for size in sizes for found in combinations(numbers, size) if sum(found) == 34]


def balanced(found):
    return sum(number % 2 for number in found) == 2


def contains(found, line):
    return set(line) <= set(found)


def counts(task, sets=None, fits=contains):
    sets = sets or winning_sets()
    return [sum(fits(found, line) for found in sets) for line in task["lines"]]


def right(task):
    return counts(task)


@wrong("Counts the sets that contain at least one number of the list, and not all of them.")
def at_least_one(task):
    return counts(task, fits=lambda found, line: not set(line).isdisjoint(found))


@wrong("Counts each order of the missing numbers separately.")
def orders_of_the_others(task):
    return [count * factorial(4 - len(line)) for count, line in zip(right(task), task["lines"])]


@wrong("Lets a set have any number of numbers, as long as their sum is 34.")
def sets_of_any_size(task):
    return counts(task, sets=winning_sets(sizes=range(1, 8)))


@wrong("Takes the numbers of the other lists as used up, as if all lists lay on one board.")
def used_in_other_lists(task):
    everything = {number for line in task["lines"] for number in line}
    return counts(task, fits=lambda found, line: contains(found, line) and not (set(found) - set(line)) & everything)


@wrong("Counts only sets with two odd and two even numbers, as if each player had to place two of them.")
def two_odd_and_two_even(task):
    return counts(task, sets=list(filter(balanced, winning_sets())))


@wrong("Completes the list only with numbers that are larger than all numbers of the list.")
def larger_numbers_only(task):
    return counts(task, fits=lambda found, line: found[: len(line)] == tuple(sorted(line)))


@wrong("Searches the numbers as text in the written set, so that 1 is also found in 10 and in 16.")
def found_as_text(task):
    return counts(task, fits=lambda found, line: all(str(number) in str(found) for number in line))


@wrong("Lets the numbers begin at 0 and end at 15.")
def from_0_to_15(task):
    return counts(task, sets=winning_sets(0, 15))


@wrong("Lets the numbers end at 15, and counts only sets with two odd and two even numbers.")
def up_to_15_and_balanced(task):
    return counts(task, sets=list(filter(balanced, winning_sets(last=15))))


@wrong("Answers for the lists of one number first, then for those of two, then for those of three.")
def short_lists_first(task):
    return counts({**task, "lines": sorted(task["lines"], key=len)})


main(right)
