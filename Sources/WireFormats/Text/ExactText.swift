// SPDX-License-Identifier: Apache-2.0

/// Text that compares by its bytes.
///
/// Swift's `String` compares by canonical equivalence, so U+212A (KELVIN SIGN) equals "K" and a member name written
/// with it would match ours. The hash covers the bytes, too: names that are equivalent but not identical must not
/// collide.
package struct ExactText: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        // Most texts that are compared differ in length, which is known without reading a byte.
        let count = left.text.utf8.count
        guard count == right.text.utf8.count, left.text == right.text else { return false }
        // A text that is equivalent to ASCII without being equal is longer. An ASCII text knows that it is one.
        guard left.text.utf16.count != count else { return true }
        return left.text.withContiguousUTF8 { left in right.text.withContiguousUTF8 { left.elementsEqual($0) } }
    }

    package func hash(into hasher: inout Hasher) {
        text.withContiguousUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension String {
    /// Returns `nil` unless `bytes` are well-formed UTF-8.
    init?(wellFormed bytes: ArraySlice<UInt8>) {
        guard let text = bytes.withUnsafeBufferPointer({ String(wellFormed: $0) }) else { return nil }
        self = text
    }

    /// Returns `nil` unless `bytes` are well-formed UTF-8.
    init?(wellFormed bytes: UnsafeBufferPointer<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding replaces malformed bytes with well-formed ones, which never equal the input.
        guard text.withContiguousUTF8({ $0.elementsEqual(bytes) }) else { return nil }
        self = text
    }

    /// Calls `body` with the bytes as contiguous memory. `utf8` would look up the string's storage for every byte.
    package func withContiguousUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8(body)
    }
}
