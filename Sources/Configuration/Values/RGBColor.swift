// SPDX-License-Identifier: Apache-2.0

import POSIX
import WireFormats

/// An opaque color in sRGB.
package struct RGBColor: Hashable, Sendable, CustomStringConvertible {
    /// The color as it was configured, such as `#0059D6`.
    package let text: String
    private let red: UInt8
    private let green: UInt8
    private let blue: UInt8

    package static let white = RGBColor(red: 255, green: 255, blue: 255, text: "#FFFFFF")
    package static let black = RGBColor(red: 0, green: 0, blue: 0, text: "#000000")

    /// Reads a color in the format `#RRGGBB`.
    package init(_ text: String) throws(ValueRejection) {
        let digits = text.utf8.dropFirst()
        guard text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexadecimal),
            let number = UInt32(text.dropFirst(), radix: 16)
        else {
            throw ValueRejection("is not a valid color", remedy: "Use the format #RRGGBB.")
        }
        self.init(
            red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
            blue: UInt8(truncatingIfNeeded: number), text: text)
    }

    private init(red: UInt8, green: UInt8, blue: UInt8, text: String) {
        self.red = red
        self.green = green
        self.blue = blue
        self.text = text
    }

    package var description: String { text }

    /// The relative luminance, from 0 for black to 1 for white (WCAG 2.2).
    package var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// Returns the contrast ratio with another color, from 1 to 21 (WCAG 2.2).
    package func contrast(with other: RGBColor) -> Double {
        let (first, second) = (luminance, other.luminance)
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// White or black, whichever is easier to read on this color.
    ///
    /// The ratio is at least 4.58 for every color, so it always reaches the 4.5 that WCAG 2.2 asks for (1.4.3).
    package var readableTextColor: RGBColor {
        contrast(with: .white) >= contrast(with: .black) ? .white : .black
    }

    /// Converts a component of sRGB to linear light.
    private static func linear(_ component: UInt8) -> Double {
        let value = Double(component) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
