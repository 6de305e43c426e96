// SPDX-License-Identifier: Apache-2.0

import POSIX

/// An opaque sRGB color.
package struct RGBColor: Hashable, Sendable, CustomStringConvertible {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package static let white = RGBColor(red: 0xFF, green: 0xFF, blue: 0xFF)
    package static let black = RGBColor(red: 0, green: 0, blue: 0)

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Returns `nil` unless the text has the form `#RRGGBB`.
    package init?(_ text: String) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.first != UInt8(ascii: "+"),
            digits.first != UInt8(ascii: "-"), let number = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        red = UInt8(truncatingIfNeeded: number >> 16)
        green = UInt8(truncatingIfNeeded: number >> 8)
        blue = UInt8(truncatingIfNeeded: number)
    }

    package var description: String {
        [red, green, blue].reduce(into: "#") { text, part in
            text += (part < 16 ? "0" : "") + String(part, radix: 16)
        }
    }

    /// The relative luminance, from 0 for black to 1 for white (WCAG 2.2).
    package var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// The contrast ratio (WCAG 2.2), from 1 to 21.
    package func contrast(with other: RGBColor) -> Double {
        let (first, second) = (luminance, other.luminance)
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// White or black, whichever is easier to read on this color.
    ///
    /// The ratio is at least 4.58 for every color, so it always reaches the 4.5 that WCAG 2.2 asks for (1.4.3).
    package var ink: RGBColor {
        contrast(with: .white) >= contrast(with: .black) ? .white : .black
    }

    /// The nearest mix with black or white that has at least this contrast with a background.
    package func adjusted(to ratio: Double, on background: RGBColor) -> RGBColor {
        let end = background.ink
        for step in 0..<20 {
            let mixed = mixed(with: end, share: Double(step) / 20)
            if mixed.contrast(with: background) >= ratio { return mixed }
        }
        return end
    }

    private func mixed(with other: RGBColor, share: Double) -> RGBColor {
        func mix(_ first: UInt8, with second: UInt8) -> UInt8 {
            UInt8((Double(first) * (1 - share) + Double(second) * share).rounded())
        }
        return RGBColor(
            red: mix(red, with: other.red), green: mix(green, with: other.green), blue: mix(blue, with: other.blue))
    }

    private static func linear(_ part: UInt8) -> Double {
        let value = Double(part) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
