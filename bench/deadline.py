#!/usr/bin/env python3
"""The hour before a deadline, simulated: many learners, some replicas of the server, one PostgreSQL.

    python3 bench/deadline.py                      # 100,000 learners, 3 replicas
    python3 bench/deadline.py --learners 20000 --replicas 1 --flush-ms 8
    python3 bench/deadline.py --find               # more and more learners, until something is overloaded: what, and at how many

It needs nothing but Python. The same arguments print the same figures. What learners do is assumed (--help shows each number); what a
request costs is measured elsewhere and given here: docs/scale.md says how, and what came out.

The model. Learners begin at some time of the hour, more and more of them toward its end. Each has some steps to do. A step begins with some
reads, then work, then a try: a task is fetched and answered. A wrong answer is followed by a correction and another try. From the second
wrong answer in a row on the server makes a pause; who tries earlier is refused, and tries again at its end. At the deadline all stop.

    read    ──▶ processor of a replica ──▶ reply
    answer  ──▶ processor of a replica ──▶ queue ──▶ session: processor of the database, turn if accepted, flush ──▶ reply

A replica gives what waits in its queue to the next free session, as one statement, at most a batch. Commits that wait while the disk is
being flushed share the next flush, as PostgreSQL's do. But a commit with an accepted answer in it notifies the other replicas, and of those
PostgreSQL lets only one at a time commit: the next one waits until the flush before is done. Everything is served in the order of its coming.
"""

import argparse
import heapq
import math
import random
from collections import deque
from dataclasses import dataclass, field

HOUR = 3600.0

# The rule of the server: before so many wrong answers in a row there is no pause, and then these, in seconds (src/store/guessing.rs).
FREE = 2
PAUSES = (5.0, 10.0, 20.0, 40.0, 60.0)

# Requests.
READ, WRONG, ACCEPTED, REFUSED = range(4)
JUDGED = {WRONG, ACCEPTED}

# A caller has given up by then.
PATIENCE = 10.0

# The end of the hour, in seconds: it is the busiest part, and the one that is served. With many more learners less of it is enough.
TAIL = 120.0
SHORT_TAIL = 30.0

# A part that is busy for a larger share of the time is overloaded, and so is a server whose replies to answers come later (99 %).
BUSY_LIMIT = 0.95
LATE_LIMIT = 1.0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    group = parser.add_argument_group("learners (assumed)")
    group.add_argument("--learners", type=int, default=100_000)
    group.add_argument("--steps", type=float, default=3.0, help="steps that a learner has left, on average; at least one [3]")
    group.add_argument("--rush", type=float, default=15.0, help="minutes within which e times as many begin [15]")
    group.add_argument("--reads", type=int, default=4, help="reads at the beginning of a step: ladder, page, statement, picture [4]")
    group.add_argument("--work", type=float, default=240.0, help="seconds from there to the first try, median [240]")
    group.add_argument("--fix", type=float, default=40.0, help="seconds from a wrong answer to the next try, median [40]")
    group.add_argument("--right", type=float, default=0.4, help="how often a try is right [0.4]")
    group = parser.add_argument_group("servers (measured)")
    group.add_argument("--replicas", type=int, default=3)
    group.add_argument("--cores", type=int, default=2, help="processor cores of a replica [2]")
    group.add_argument("--read-us", type=float, default=590.0, help="processor time of a read, µs [590]")
    group.add_argument("--answer-us", type=float, default=650.0, help="processor time of an answer, µs [650]")
    group.add_argument("--database-cores", type=int, default=4)
    group.add_argument("--statement-us", type=float, default=1300.0, help="the database's processor time of a statement, µs [1300]")
    group.add_argument("--attempt-us", type=float, default=370.0, help="the same of each attempt in it, µs [370]")
    group.add_argument("--flush-ms", type=float, default=2.0, help="how long the database's disk takes to flush, ms [2]")
    group.add_argument("--rtt-ms", type=float, default=0.3, help="from a replica to the database and back, ms [0.3]")
    group.add_argument("--standings-us", type=float, default=0.0,
                       help="the database's processor time for each learner when a replica reads the standings, µs; each replica that is "
                            "asked for the scoreboard reads them once a second [0: nobody asks]")
    group = parser.add_argument_group("the server's constants")
    group.add_argument("--sessions", type=int, default=4, help="connections of a replica that submit attempts [4]")
    group.add_argument("--batch", type=int, default=64, help="attempts in a statement at most [64]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--find", action="store_true", help="simulate more and more learners")
    return parser.parse_args()


def demand(options, rng):
    """All requests of the hour as pairs of time and kind, in the order of time."""
    requests = []
    rush = options.rush * 60
    span = math.expm1(HOUR / rush)
    right, reads = options.right, options.reads
    work, fix = math.log(options.work), math.log(options.fix)
    # Steps beyond the first, so that the average is right.
    more = max(0.0, 1.0 - 1.0 / max(options.steps, 1.0))
    for _ in range(options.learners):
        # The inverse of the share that has begun at a time.
        now = rush * math.log1p(rng.random() * span)
        while True:
            requests.extend((now + 0.5 * read, READ) for read in range(reads))
            now += rng.lognormvariate(work, 0.7)
            wrong = 0
            while now < HOUR:
                requests.append((now, READ))
                if rng.random() < right:
                    requests.append((now, ACCEPTED))
                    break
                requests.append((now, WRONG))
                wrong += 1
                pause = PAUSES[min(wrong - FREE, len(PAUSES) - 1)] if wrong >= FREE else 0.0
                corrected = rng.lognormvariate(fix, 0.8)
                if corrected < pause:
                    requests.append((now + corrected, REFUSED))
                    corrected = pause
                now += corrected
            if now >= HOUR or rng.random() >= more:
                break
    requests = [request for request in requests if request[0] < HOUR]
    requests.sort()
    return requests


class Processor:
    """Cores that serve in the order of coming."""

    def __init__(self, cores):
        self.free = [0.0] * cores
        self.busy = 0.0

    def serve(self, at, seconds):
        """When it is done."""
        done = max(at, self.free[0]) + seconds
        heapq.heapreplace(self.free, done)
        self.busy += seconds
        return done


class Replica:
    def __init__(self, options):
        self.processor = Processor(options.cores)
        self.queue = deque()
        self.idle = options.sessions


@dataclass
class Measured:
    """What came of a simulation."""

    reads: list = field(default_factory=list)
    answers: list = field(default_factory=list)
    batches: list = field(default_factory=list)
    longest_queue: int = 0
    replicas_busy: float = 0.0
    database_busy: float = 0.0
    flushing: float = 0.0
    notifying: float = 0.0


def notifies(batch):
    return any(kind == ACCEPTED for _, kind in batch)


class Simulation:
    """Serves requests. `run` returns what was measured from a time on."""

    def __init__(self, options, rng):
        self.options, self.rng = options, rng
        self.replicas = [Replica(options) for _ in range(options.replicas)]
        self.database = Processor(options.database_cores)
        self.events, self.number = [], 0
        # Batches that wait for the next flush, and those of the flush that goes on.
        self.waiting, self.flushed = [], None
        # Since when a commit that notifies goes on, and those that wait for their turn.
        self.notifier, self.notifiers = None, deque()
        self.flushing, self.notifying, self.last = 0.0, 0.0, 0.0
        self.measured = Measured()

    def at(self, time, call, *parts):
        self.number += 1
        heapq.heappush(self.events, (time, self.number, call, parts))

    def until(self, time):
        while self.events and self.events[0][0] <= time:
            now, _, call, parts = heapq.heappop(self.events)
            self.last = max(self.last, now)
            call(now, *parts)

    def run(self, requests, learners, begin, end):
        options = self.options
        if options.standings_us:
            for number in range(options.replicas):
                self.at(begin + number / options.replicas, self.read_standings, learners * options.standings_us / 1e6, end)
        for time, kind in requests:
            self.until(time)
            replica = self.rng.choice(self.replicas)
            cost = options.read_us if kind == READ else options.answer_us
            done = replica.processor.serve(time, cost / 1e6)
            if kind == READ:
                self.measured.reads.append(done - time)
            else:
                self.at(done, self.enqueue, replica, time, kind)
        self.until(math.inf)
        # What is overloaded is behind at the end, and goes on.
        span = max(end, self.last) - begin
        measured = self.measured
        measured.replicas_busy = max(replica.processor.busy for replica in self.replicas) / (span * options.cores)
        measured.database_busy = self.database.busy / (span * options.database_cores)
        measured.flushing = self.flushing / span
        measured.notifying = self.notifying / span
        return measured

    def enqueue(self, now, replica, came, kind):
        replica.queue.append((came, kind))
        self.measured.longest_queue = max(self.measured.longest_queue, len(replica.queue))
        self.dispatch(now, replica)

    def dispatch(self, now, replica):
        options = self.options
        while replica.idle and replica.queue:
            replica.idle -= 1
            batch = [replica.queue.popleft() for _ in range(min(options.batch, len(replica.queue)))]
            self.measured.batches.append(len(batch))
            cost = (options.statement_us + options.attempt_us * len(batch)) / 1e6
            self.at(now + options.rtt_ms / 2000, self.execute, replica, batch, cost)

    def execute(self, now, replica, batch, cost):
        done = self.database.serve(now, cost)
        # Who is refused leaves nothing to write.
        writes = any(kind in JUDGED for _, kind in batch)
        self.at(done, self.commit if writes else self.reply, replica, batch)

    def commit(self, now, replica, batch):
        if notifies(batch):
            if self.notifier is not None:
                self.notifiers.append((replica, batch))
                return
            self.notifier = now
        self.waiting.append((replica, batch))
        if self.flushed is None:
            self.flush(now)

    def flush(self, now):
        self.flushed, self.waiting = self.waiting, []
        seconds = self.options.flush_ms / 1000
        self.flushing += seconds
        self.at(now + seconds, self.end_flush)

    def end_flush(self, now):
        flushed, self.flushed = self.flushed, None
        for replica, batch in flushed:
            self.reply(now, replica, batch)
        if any(notifies(batch) for _, batch in flushed):
            self.notifying += now - self.notifier
            self.notifier = None
            if self.notifiers:
                self.commit(now, *self.notifiers.popleft())
        if self.waiting and self.flushed is None:
            self.flush(now)

    def reply(self, now, replica, batch):
        arrived = now + self.options.rtt_ms / 2000
        self.measured.answers.extend(arrived - came for came, _ in batch)
        self.at(arrived, self.free_session, replica)

    def free_session(self, now, replica):
        replica.idle += 1
        self.dispatch(now, replica)

    def read_standings(self, now, seconds, end):
        done = self.database.serve(now, seconds)
        self.last = max(self.last, done)
        if done + 1.0 < end:
            self.at(done + 1.0, self.read_standings, seconds, end)


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, math.ceil(len(values) * share) - 1)] if values else 0.0


def per_second(requests, kinds, begin):
    """The average and the busiest second of some requests from a time on."""
    counts = [0] * math.ceil(HOUR - begin)
    for time, kind in requests:
        if kind in kinds and time >= begin:
            counts[int(time - begin)] += 1
    return sum(counts) / len(counts), max(counts)


def show(name, value):
    print(f"{name:<46}{value}")


def report(options, requests, measured, begin):
    print(f"{options.learners:,} learners, {options.replicas} replicas; the last {round((HOUR - begin) / 60)} minutes")
    for name, kinds in [("reads", {READ}), ("answers that are judged", JUDGED), ("answers that come in a pause", {REFUSED})]:
        average, most = per_second(requests, kinds, begin)
        show(f"{name}, per second", f"{average:,.0f} on average, {most:,} at most")
    show("the busiest replica's processor is busy", f"{measured.replicas_busy:.0%} of the time")
    show("the database's processor is busy", f"{measured.database_busy:.0%} of the time")
    show("the database's disk is flushed", f"{measured.flushing:.0%} of the time")
    batches = measured.batches
    show("a commit has the turn to notify", f"{measured.notifying:.0%} of the time")
    show("attempts in a statement", f"{sum(batches) / max(1, len(batches)):.1f} on average, {max(batches, default=0)} at most")
    show("answers waiting at a replica, at most", f"{measured.longest_queue:,}")
    for name, times in [("a read takes", measured.reads), ("an answer takes", measured.answers)]:
        values = [percentile(times, share) * 1000 for share in (0.5, 0.99, 1.0)]
        show(name, "50 % {:.1f} ms, 99 % {:.1f} ms, worst {:.1f} ms".format(*values))
    show(f"answers that take longer than {PATIENCE:.0f} s", f"{sum(time > PATIENCE for time in measured.answers):,}")


def overloaded(measured):
    """What is overloaded; none if nothing is."""
    parts = [
        (measured.replicas_busy, "the replicas' processors"),
        (measured.database_busy, "the database's processor"),
    ]
    busy, name = max(parts)
    if busy > BUSY_LIMIT:
        return name
    if percentile(measured.answers, 0.99) > LATE_LIMIT:
        return "the sessions: each waits for flushes and the way to the database"
    return None


def find(options, rng):
    """Multiplies the learners until something is overloaded. The disk alone never is: the busier it is, the more commits share a flush."""
    begin = HOUR - SHORT_TAIL
    tail = [request for request in demand(options, rng) if request[0] >= begin]
    print(f"{'learners':>12}  {'answers/s':>9}  {'replicas':>8}  {'database':>8}  {'flushes':>7}  {'notifies':>8}  {'batch':>5}  {'99 %':>9}")
    factor = 1
    while factor <= 64:
        # The others do the same at other moments.
        others = ((begin + rng.random() * SHORT_TAIL, kind) for _, kind in tail for _ in range(factor - 1))
        requests = sorted([*tail, *others])
        learners = options.learners * factor
        measured = Simulation(options, rng).run(requests, learners, begin, HOUR)
        answers = per_second(requests, JUDGED | {REFUSED}, begin)[0]
        batch = sum(measured.batches) / len(measured.batches)
        late = percentile(measured.answers, 0.99) * 1000
        print(f"{learners:>12,}  {answers:>9,.0f}  {measured.replicas_busy:>8.0%}  {measured.database_busy:>8.0%}  "
              f"{measured.flushing:>7.0%}  {measured.notifying:>8.0%}  {batch:>5.1f}  {late:>6,.0f} ms")
        part = overloaded(measured)
        if part:
            print(f"overloaded first: {part}")
            return
        factor *= 2
    print("nothing is overloaded")


def main():
    options = arguments()
    rng = random.Random(options.seed)
    if options.find:
        find(options, rng)
        return
    requests = demand(options, rng)
    begin = HOUR - TAIL
    measured = Simulation(options, rng).run([request for request in requests if request[0] >= begin], options.learners, begin, HOUR)
    report(options, requests, measured, begin)


if __name__ == "__main__":
    main()
