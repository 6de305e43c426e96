# SPDX-License-Identifier: Apache-2.0
"""Rewrites a Swift file so that each of its checks can be switched off while it runs.

A condition that has to hold becomes `((condition) ? true : mutantIsActive(n))`: it is still evaluated, because reading
a byte may be part of it, and the mutant is asked only where the check would have refused.
"""

import hashlib
from dataclasses import dataclass, field

from by_hand import HandMadeMutant
from checks import Checks
from swift_source import SwiftSource

# How many numbers there are; a mutant keeps its number for as long as its source stays, so that builds are incremental.
NUMBERS = 1 << 16


@dataclass
class Mutant:
    """One check, disabled."""

    path: str
    place: str
    text: str
    result: str
    line: int
    span: tuple
    occurrence: int = 1
    number: int = field(default=0)
    by_hand: HandMadeMutant | None = None

    @property
    def key(self):
        if self.by_hand:
            return f"{self.path}: by hand: {self.text}"
        suffix = f" #{self.occurrence}" if self.occurrence > 1 else ""
        return f"{self.path}: {self.place}: {self.text} → {self.result}{suffix}"


class MutatedFile:
    """One file's mutants, and its text with all of them in it."""

    def __init__(self, path, text, by_hand=(), is_checked=True):
        self.source = SwiftSource(path, text)
        self.mutants, self.unreachable = [], []
        if is_checked:
            checks = Checks(self.source)
            self.unreachable = checks.unreachable
            self.mutants = self._mutants(checks.wishes)
        for each in by_hand:
            start, end = each.span(text)
            line = self.source.line(start)
            self.mutants.append(Mutant(path, "", each.reason, "", line, (start, end), by_hand=each))

    def _mutants(self, wishes):
        mutants, seen = [], {}
        for (start, end), results in sorted(wishes.items()):
            for result in sorted(results):
                text = self._name(start, end, result)
                place, line = self.source.name_around(start), self.source.line(start)
                mutant = Mutant(self.source.path, place, text, result, line, (start, end))
                seen[mutant.key] = mutant.occurrence = seen.get(mutant.key, 0) + 1
                mutants.append(mutant)
        return mutants

    def _name(self, start, end, result):
        """The text of a check; for one that is a mere word, with what leads to it."""
        code, line_start = self.source.code, self.source.code.rfind("\n", 0, start) + 1
        if result in ("never", "passed over"):
            return self.source.excerpt(line_start, end)
        text, opened = self.source.excerpt(start, end), self.source.block_around(start)
        if text not in ("true", "false") or opened is None:
            return text
        row = self.source.excerpt(line_start, end).split("{ ")[-1]
        if not code[:opened].rstrip().endswith("else"):
            return row
        outer = self.source.block_around(opened)
        head = self.source.start_of_statement(0 if outer is None else outer + 1, opened)
        return f"{self.source.excerpt(head, opened)}: {row}"

    def rewritten(self):
        """The text with every mutant in it, asleep."""
        insertions, by_span = [], {}
        for mutant in self.mutants:
            call = f"mutantIsActive({mutant.number})"
            if mutant.by_hand:
                insertions += self._around(*mutant.span, *mutant.by_hand.wrapping(call))
            else:
                by_span.setdefault(mutant.span, {})[mutant.result] = call
        for (start, end), calls in by_span.items():
            insertions += self._around(start, end, *self._wrapping(start, end, calls))
        text, last = [], 0
        for position, _, _, insertion in sorted(insertions):
            text.append(self.source.text[last:position] + insertion)
            last = position
        text.append(self.source.text[last:])
        return "".join(text)

    @staticmethod
    def _around(start, end, before, after):
        """At one position, what ends comes before what begins, the inner end first and the outer beginning first."""
        return [(start, 1, -end, before), (end, 0, -start, after)]

    def _wrapping(self, start, end, calls):
        if "skipped" in calls:
            return f"if !{calls['skipped']} {{ ", " }"
        if "never" in calls:
            return "", f", !{calls['never']}"
        if "passed over" in calls:
            return "", f" where !{calls['passed over']}"
        when_false = calls.get("true", "false")
        if self.source.code[start:end].startswith("case "):
            return "({ () -> Bool in if ", f" {{ return true }} else {{ return {when_false} }} }}())"
        when_true = "!" + calls["false"] if "false" in calls else "true"
        return "((", f") ? {when_true} : {when_false})"


def number(mutants):
    """Gives every mutant a number made from its key; two that collide take the next free one, in the order of keys."""
    taken = set()
    for mutant in sorted(mutants, key=lambda each: each.key):
        candidate = int.from_bytes(hashlib.sha256(mutant.key.encode()).digest()[:4], "big") % NUMBERS
        while candidate in taken:
            candidate = (candidate + 1) % NUMBERS
        taken.add(candidate)
        mutant.number = candidate
