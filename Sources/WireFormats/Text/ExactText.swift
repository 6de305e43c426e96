// SPDX-License-Identifier: Apache-2.0

/// Text that is equal only to the same bytes.
///
/// Swift's `String` compares by canonical equivalence, so U+212A (KELVIN SIGN) equals "K" and a member name written with
/// it would answer to ours. The hash is over the bytes too: names that are equivalent but not identical must not collide.
package struct ExactText: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        guard left.text.utf8.count == right.text.utf8.count else { return false }
        // Among ASCII texts equivalent means identical, and Swift compares those in one go.
        if left.isASCII, right.isASCII { return left.text == right.text }
        return left.text.withContiguousUTF8 { left in right.text.withContiguousUTF8 { left.elementsEqual($0) } }
    }

    package func hash(into hasher: inout Hasher) {
        text.withContiguousUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }

    /// Texts remember whether they are, so this looks at no byte of one that is.
    private var isASCII: Bool { text.utf8.count == text.utf16.count }
}

extension String {
    /// The text that `bytes` encode, or `nil` when they are not well-formed UTF-8.
    init?(wellFormed bytes: ArraySlice<UInt8>) {
        let text = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        // Decoding replaces what is malformed, and the replacement is well formed: it can never equal the input.
        let isUnchanged = text.withContiguousUTF8 { decoded in
            bytes.withUnsafeBufferPointer { decoded.elementsEqual($0) }
        }
        guard isUnchanged else { return nil }
        self = text
    }

    /// Lends the bytes as one piece of memory: `utf8` finds out for every byte anew how the text is kept.
    func withContiguousUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8(body)
    }
}
