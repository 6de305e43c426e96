// SPDX-License-Identifier: Apache-2.0

/// A code that users read in one place and type in another.
struct OneTimeCode: Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The halves of a long code, which are easier to remember one by one.
    var halves: (first: String, second: String)? {
        guard text.count >= 6, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        let middle = text.index(text.startIndex, offsetBy: text.count / 2)
        return (String(text[..<middle]), String(text[middle...]))
    }

    /// The code as users see it. Fields for codes accept the blank.
    var grouped: String { halves.map { "\($0.first) \($0.second)" } ?? text }
}
