// SPDX-License-Identifier: Apache-2.0

import OpenIDProvider
import Testing

/// The code that a user copies from a device.
struct UserCodeTests {
    @Test func `a random code is read as it is shown`() throws {
        for _ in 0..<200 {
            let code = UserCode.random()
            #expect(code.text.utf8.count == 9)
            #expect(UserCode(entered: code.text) == code)
        }
    }

    @Test(arguments: ["bcdf-ghjk", "BCDFGHJK", " b c d f g h j k ", "BCDF.GHJK", "bcdf--ghjk"])
    func `case and separators don't matter`(entered: String) {
        #expect(UserCode(entered: entered)?.normalized == "BCDFGHJK")
    }

    @Test(arguments: [
        "", "BCDF-GHJ", "BCDF-GHJKL", "ACDF-GHJK", "BCDF-GHJ1", "BCDF\u{2011}GHJK", "\u{212A}CDFGHJK",
        String(repeating: "-", count: 33) + "BCDFGHJK",
    ])
    func `what can't be a code is rejected`(entered: String) {
        #expect(UserCode(entered: entered) == nil)
    }

    @Test func `no letter is likelier than another`() {
        // The last four letters have a fifth of 128,000; the deviation is 143.
        let last = (0..<16_000).map { _ in UserCode.random().normalized.utf8.count { "VWXZ".utf8.contains($0) } }
        #expect((24_600...26_600).contains(last.reduce(0, +)))
    }

    @Test func `random codes differ and use every letter`() {
        let codes = (0..<400).map { _ in UserCode.random().normalized }
        #expect(Set(codes).count == codes.count)
        #expect(Set(codes.joined()).sorted() == Array("BCDFGHJKLMNPQRSTVWXZ"))
    }
}
