// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The forms of a header's text in ASCII, on lines of at most 76 characters.
///
/// Programs decode what looks like an encoded word even between quotation marks, so text with `=?` is always encoded.
enum EncodedText {
    /// The text as it is, or else as encoded words.
    static func unstructured(_ text: String, after column: Int) -> String {
        folded(text, after: column) ?? encoded(text, after: column)
    }

    /// A quoted string (RFC 5322, section 3.2.4), or `nil` if the text is not ASCII or too long for one line.
    static func quoted(_ text: String, after column: Int) -> String? {
        guard text.isPlain else { return nil }
        var value = "\""
        for character in text {
            if character == "\"" || character == "\\" { value += "\\" }
            value.append(character)
        }
        value += "\""
        return column + value.utf8.count <= HeaderField.lineLength ? value : nil
    }

    /// Encoded words (RFC 2047), none of which ends within a character.
    static func encoded(_ text: String, after column: Int) -> String {
        var words: [String] = []
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            let character = Array(String(scalar).utf8)
            if bytes.count + character.count > byteLimit(after: words.isEmpty ? column : 1) {
                words.append(word(bytes))
                bytes = []
            }
            bytes += character
        }
        words.append(word(bytes))
        return words.joined(separator: "\r\n ")
    }

    private static func word(_ bytes: [UInt8]) -> String { "=?UTF-8?B?\(Base64.encode(bytes))?=" }

    /// An encoded word has at most 75 characters, 12 of which stand around the text.
    private static func byteLimit(after column: Int) -> Int {
        max(min(75, HeaderField.lineLength - column) - 12, 8) / 4 * 3
    }

    /// Breaks lines at single spaces. Returns `nil` if a reader could restore something else.
    private static func folded(_ text: String, after start: Int) -> String? {
        guard text.isPlain else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        var value = ""
        var column = start
        for (index, word) in words.enumerated() {
            guard !word.isEmpty, word.utf8.count < HeaderField.lineLength - start else { return nil }
            let isFirst = index == 0
            let breaks = !isFirst && column + 1 + word.utf8.count > HeaderField.lineLength
            value += isFirst ? "" : breaks ? "\r\n " : " "
            column = (breaks ? 1 : column + (isFirst ? 0 : 1)) + word.utf8.count
            value += word
        }
        return value
    }
}

extension String {
    /// Whether a header can have the text without encoding it.
    fileprivate var isPlain: Bool {
        utf8.allSatisfy { $0.isPrintable || $0 == UInt8(ascii: " ") } && !contains("=?")
    }
}
