// SPDX-License-Identifier: Apache-2.0

import SignIn
import Testing

struct SetupCodeTests {
    private static let code = "0123-4567-89AB-CDEF"

    @Test func `a random code is read as it is shown`() {
        for _ in 0..<200 {
            let code = SetupCode.random()
            #expect(SetupCode(entered: code.text) == code)
        }
    }

    @Test(arguments: ["0123456789abcdef", "o123 4567.89ab-cdef", "OL23-4567-89AB-CDEF", "0i23-4567-89AB-CDEF"])
    func `case, separators and letters that look like digits don't matter`(entered: String) {
        #expect(SetupCode(entered: entered)?.text == Self.code)
    }

    @Test(arguments: [
        "", "0123-4567-89AB-CDE", "0123-4567-89AB-CDEF-0", "0123-4567-89AB-CDEU", "0123-4567-89AB-CDE_",
        "0123-4567-89AB-CDE\u{FF26}", code + String(repeating: "-", count: 46),
    ])
    func `what can't be a code is rejected`(entered: String) {
        #expect(SetupCode(entered: entered) == nil)
    }

    @Test func `a code may have separators up to a limit`() {
        #expect(SetupCode(entered: Self.code + String(repeating: "-", count: 45))?.text == Self.code)
    }
}
