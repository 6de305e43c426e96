# SPDX-License-Identifier: Apache-2.0
"""Runs the browser tests, with one line for each, on all processors. Arguments are parts of the names of the tests to run.

The tests of Firefox run if FIREFOX is set, and then alone.
"""

import itertools
import multiprocessing
import os
import signal
import sys
import time
import traceback
import unittest
from pathlib import Path

import cases

TESTS = Path(__file__).parent
FIREFOX = "test_firefox"
# What a test may take, in seconds. Each wait within one has a limit, except that of a promise of the page.
LIMIT = 240


def sentence(test):
    return test.id().rsplit(".", 1)[-1].removeprefix("test_").replace("_", " ")


def shown(test):
    """What the page of a test that failed shows."""
    try:
        return f"at {test.page.url}\n{test.page.locator('body').inner_text(timeout=1000)[:500]}\n"
    except Exception as error:
        return f"no page: {error}\n"


def trace(error):
    """The lines of the tests that led to an error, and its message."""
    whole = traceback.TracebackException(*error)
    own = [frame for frame in whole.stack if Path(frame.filename).parent == TESTS]
    return "".join([*traceback.format_list(own), *whole.format_exception_only()])


class Lines(unittest.TestResult):
    def startTest(self, test):
        super().startTest(test)
        self._start = time.monotonic()
        self._words = "ok"
        signal.signal(signal.SIGALRM, lambda *_: self._give_up(test))
        signal.alarm(LIMIT)

    def _give_up(self, test):
        """Ends the process: after this, the browser can't be spoken to."""
        print(f"FAILED {sentence(test)}: it has not ended after {LIMIT} s", flush=True)
        os._exit(1)

    def addError(self, test, error):
        self.errors.append((test, trace(error)))
        self._fail(test)

    def addFailure(self, test, error):
        self.failures.append((test, trace(error)))
        self._fail(test)

    def addSubTest(self, test, part, error):
        super().addSubTest(test, part, error)
        if error:
            self._fail(test)

    def _fail(self, test):
        if self._words != "FAILED":
            print(shown(test))
        self._words = "FAILED"

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._words = f"skipped, because {reason}:"

    def stopTest(self, test):
        signal.alarm(0)
        super().stopTest(test)
        print(f"{self._words} {sentence(test)} ({time.monotonic() - self._start:.1f} s)", flush=True)


def tests(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests(test)
        else:
            yield test


def is_chosen(test, parts):
    if parts:
        return any(part.lower() in sentence(test).lower() for part in parts)
    return cases.NIGHTLY or not hasattr(getattr(test, test.id().rsplit(".", 1)[-1], None), "is_nightly")


def groups(parts, in_firefox):
    """The tests by class, which may prepare something for all of its tests. The largest classes come first."""
    modules = [path.stem for path in sorted(TESTS.glob("test_*.py")) if (path.stem == FIREFOX) == in_firefox]
    found = tests(unittest.defaultTestLoader.loadTestsFromNames(modules))
    chosen = [test for test in found if is_chosen(test, parts)]
    classes = [list(group) for _, group in itertools.groupby(chosen, type)]
    return sorted(classes, key=len, reverse=True)


def work(parts, in_firefox, turns, outcomes):
    """Runs the groups whose turn it is, in a browser and with servers of its own."""
    own = groups(parts, in_firefox)
    cases.BrowserCase.run_ = cases.Run()
    result = Lines()
    try:
        for turn in iter(turns.get, None):
            unittest.TestSuite(own[turn]).run(result)
    finally:
        faults = cases.BrowserCase.run_.stop()
    failed = [(sentence(test) if isinstance(test, unittest.TestCase) else str(test), trace)
              for test, trace in result.failures + result.errors]
    outcomes.put((result.testsRun, failed, len(result.skipped), faults))


def main(parts, in_firefox):
    count = len(groups(parts, in_firefox))
    if not count:
        sys.exit("no test has such a name")
    # Nothing of a process that already has threads is shared with these.
    context = multiprocessing.get_context("spawn")
    turns, outcomes = context.Queue(), context.SimpleQueue()
    workers = [context.Process(target=work, args=(parts, in_firefox, turns, outcomes))
               for _ in range(min(count, os.cpu_count()))]
    for turn in [*range(count), *[None] * len(workers)]:
        turns.put(turn)
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    run, failed, skipped, faults = 0, [], 0, []
    while not outcomes.empty():
        more = outcomes.get()
        run, failed, skipped, faults = run + more[0], failed + more[1], skipped + more[2], faults + more[3]
    for name, trace in failed:
        print(f"\n{name}\n{trace}")
    for fault in faults:
        print(f"fault of the server: {fault}")
    broken = [worker.exitcode for worker in workers if worker.exitcode]
    if broken:
        print("a process of the tests ended early")
    print(f"{run} browser tests, {len(failed)} failed, {skipped} skipped")
    # An empty OPTIONAL requires everything.
    is_lacking = skipped and os.environ.get("OPTIONAL") == ""
    sys.exit(1 if failed or faults or broken or is_lacking else 0)


if __name__ == "__main__":
    main(sys.argv[1:], bool(os.environ.get("FIREFOX")))
