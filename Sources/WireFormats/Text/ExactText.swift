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
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension String {
    /// The text that `bytes` encode, or `nil` when they are not well-formed UTF-8.
    init?(wellFormed bytes: some Collection<UInt8>) {
        // Decoding replaces what is malformed, and the replacement is well formed: it can never equal the input.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
