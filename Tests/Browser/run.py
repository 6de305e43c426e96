# SPDX-License-Identifier: Apache-2.0
"""Runs the browser tests, with one line for each. Arguments are parts of the names of the tests to run.

The tests of Firefox run if FIREFOX is set, and then alone.
"""

import os
import sys
import time
import traceback
import unittest
from pathlib import Path

import cases

TESTS = Path(__file__).parent
FIREFOX = "test_firefox"


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
        super().stopTest(test)
        print(f"{self._words} {sentence(test)} ({time.monotonic() - self._start:.1f} s)", flush=True)


def tests(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests(test)
        else:
            yield test


def main(parts, in_firefox):
    modules = [path.stem for path in sorted(TESTS.glob("test_*.py")) if (path.stem == FIREFOX) == in_firefox]
    found = tests(unittest.defaultTestLoader.loadTestsFromNames(modules))
    chosen = [test for test in found if not parts or any(part.lower() in sentence(test).lower() for part in parts)]
    if not chosen:
        sys.exit("no test has such a name")
    cases.BrowserCase.run_ = cases.Run()
    result = Lines()
    try:
        unittest.TestSuite(chosen).run(result)
    finally:
        faults = cases.BrowserCase.run_.stop()
    for test, trace in result.failures + result.errors:
        print(f"\n{sentence(test) if isinstance(test, unittest.TestCase) else test}\n{trace}")
    for fault in faults:
        print(f"fault of the server: {fault}")
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun} browser tests, {failed} failed, {len(result.skipped)} skipped")
    # An empty OPTIONAL requires everything.
    is_lacking = result.skipped and os.environ.get("OPTIONAL") == ""
    sys.exit(1 if failed or faults or is_lacking else 0)


main(sys.argv[1:], bool(os.environ.get("FIREFOX")))
