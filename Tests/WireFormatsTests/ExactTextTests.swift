// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite struct ExactTextTests {
    @Test func `the same bytes are equal and hash alike`() {
        #expect(ExactText("Käse") == ExactText("Käse"))
        #expect(ExactText("Käse").hashValue == ExactText("Käse").hashValue)
    }

    @Test(arguments: [
        ("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}"), ("\u{E9}", "e\u{301}"), ("a", "b"), ("a", "ab"),
        ("", "a"), ("e\u{301}\u{316}", "e\u{316}\u{301}"), ("\u{E9}a", "\u{E9}b"), ("\u{E9}", "ab"),
    ])
    func `different bytes are different text, even if Unicode calls them equivalent`(left: String, right: String) {
        #expect(ExactText(left) != ExactText(right))
    }
}
