# SPDX-License-Identifier: Apache-2.0
"""Reads by-hand.txt: faults that no rule makes, each as a stretch of a source file and what it becomes."""

from dataclasses import dataclass


@dataclass
class HandMadeMutant:
    """`replacement` says MUTANT where the mutant is asked and $0 where the stretch stands that was found."""

    path: str
    reason: str
    found: str
    replacement: str

    def span(self, text):
        """Where the stretch is; there has to be one, or the row is out of date."""
        count = text.count(self.found)
        if count != 1 or self.replacement.count("$0") != 1 or "MUTANT" not in self.replacement:
            raise SystemExit(
                f"by-hand.txt: {self.path}: {self.reason}\n  the text to find is there {count} times. It has to be"
                " there once, and what it becomes has MUTANT and one $0 in it. Make the row fit the source again.")
        start = text.index(self.found)
        return start, start + len(self.found)

    def wrapping(self, call):
        before, after = self.replacement.replace("MUTANT", call).split("$0")
        return before, after


def read(place):
    """Path → its mutants."""
    mutants, row = {}, {}
    for number, line in enumerate(place.read_text().splitlines() + [""], 1):
        if line.startswith("#"):
            continue
        if not line.strip():
            if row:
                if set(row) != {"path", "reason", "find", "with"}:
                    raise SystemExit(f"{place.name}:{number}: a row has a path with a reason, `find:` and `with:`")
                mutant = HandMadeMutant(row["path"], row["reason"], row["find"], row["with"])
                mutants.setdefault(mutant.path, []).append(mutant)
            row = {}
        elif line.startswith(" "):
            name, _, value = line.strip().partition(": ")
            row[name] = value
        else:
            row["path"], _, row["reason"] = line.strip().partition(": ")
    return mutants
