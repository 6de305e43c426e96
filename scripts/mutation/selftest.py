# SPDX-License-Identifier: Apache-2.0
"""The proof that checks are found and switched off: one small file, what it checks, and what becomes of some lines."""

import re

from by_hand import HandMadeMutant
from mutants import MutatedFile, number
from swift_source import SwiftSource

SAMPLE = r'''
struct Sample {
    let note = "guard \(name("}")) else { // not a comment"

    func judge(_ a: Int, for b: [Int]) throws -> Int? {
        guard a > 1, let first = b.first, /* { */ isFine(a) && !(first == 2 || a == 3) else { throw Failure() }
        guard try read() || (a == 4 && first != 5) else { return nil }  // a > 6
        guard case .present(isCA: false, _) = constraints else { return nil }
        guard case .some(let x) = y else { return nil }
        if a == 7 || b.isEmpty { throw Failure() }
        if let bad = find(a) { throw Failure() }
        for each in b where each < 8 { throw Failure() }
        try require(a)
        try await store(a)
        let isKnown = b.contains { $0 == a }
        switch a {
        case 9: throw Failure()
        default: break
        }
        return isKnown ? a : nil
    }

    func isOpen() -> Bool {
        items.forEach { item in
            guard item.isOld else { return }
            item.open()
        }
        return note == "b"
    }

    var isFine: Bool {
        switch self {
        case .yes: true
        case .maybe: note == "a"
            && isOpen
        default: false
        }
    }
}
'''
EXPECTED = '''
judge: a > 1 → true
judge: isFine(a) → true
judge: first == 2 → false
judge: a == 3 → false
judge: read() || (a == 4 && first != 5) → true
judge: a == 4 → true
judge: first != 5 → true
judge: case .present(isCA: false, _) = constraints → true
judge: a == 7 → false
judge: b.isEmpty → false
judge: if let bad = find(a) → never
judge: each < 8 → false
judge: try require(a) → skipped
judge: try await store(a) → skipped
judge: $0 == a → false
judge: $0 == a → true
judge: case 9 → passed over
judge: isKnown → true
isOpen: item.isOld → true
isOpen: note == "b" → false
isOpen: note == "b" → true
isFine: case .yes: true → false
isFine: note == "a" → true
isFine: isOpen → true
isFine: note == "a" && isOpen → false
isFine: default: false → true
'''
REWRITTEN = [
    "guard ((a > 1) ? true : M), let first = b.first, /* { */ ((isFine(a)) ? true : M) && !(((first == 2) ? !M : false)"
    " || ((a == 3) ? !M : false)) else { throw Failure() }",
    "guard try ((read() || (((a == 4) ? true : M) && ((first != 5) ? true : M))) ? true : M) else { return nil }  // a > 6",
    "guard ({ () -> Bool in if case .present(isCA: false, _) = constraints { return true } else { return M } }()) else",
    "if let bad = find(a), !M { throw Failure() }",
    "if !M { try require(a) }",
    "if !M { try await store(a) }",
    'case .maybe: ((((note == (M ? "" : "a")) ? true : M)',
    "case 9 where !M: throw Failure()",
    "return ((isKnown) ? true : M) ? a : nil",
]


def run():
    by_hand = HandMadeMutant("Sample.swift", "the note may be empty", '"a"', '(MUTANT ? "" : $0)')
    file = MutatedFile("Sample.swift", SAMPLE, [by_hand])
    number(file.mutants)
    assert [mutant.key for mutant in file.mutants if mutant.by_hand] == ["Sample.swift: by hand: the note may be empty"]
    found = {mutant.key.removeprefix("Sample.swift: Sample.") for mutant in file.mutants if not mutant.by_hand}
    expected = set(EXPECTED.strip().splitlines())
    assert found == expected, f"not found: {expected - found}; not expected: {found - expected}"
    assert [reason for _, _, reason in file.unreachable if "pattern" in reason], "a pattern with a binding is listed"
    text = file.rewritten()
    SwiftSource("Sample.swift", text)
    shown = re.sub(r"mutantIsActive\(\d+\)", "M", text)
    for line in REWRITTEN:
        assert line in shown, f"not in the rewritten file: {line}\n{shown}"
