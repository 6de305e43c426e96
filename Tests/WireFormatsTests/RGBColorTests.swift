// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

struct RGBColorTests {
    @Test(
        arguments: [
            ("#FFFFFF", 1), ("#000000", 0), ("#FF0000", 0.2126), ("#00FF00", 0.7152), ("#0000ff", 0.0722),
            ("#808080", 0.2159), ("#0A0A0A", 0.0030), ("#0b0b0b", 0.0033),
        ] as [(String, Double)])
    func `luminance follows the formula of WCAG`(text: String, luminance: Double) throws {
        let color = try #require(RGBColor(text))
        #expect(abs(color.luminance - luminance) < 0.0001)
    }

    @Test(
        arguments: [
            ("#000000", "#FFFFFF", 21), ("#777777", "#FFFFFF", 4.478), ("#767676", "#FFFFFF", 4.542),
            ("#0059D6", "#FFFFFF", 6.177), ("#FFFF00", "#FFFFFF", 1.074), ("#123456", "#123456", 1),
        ] as [(String, String, Double)])
    func `contrast is the same in both directions`(first: String, second: String, ratio: Double) throws {
        let (first, second) = (try #require(RGBColor(first)), try #require(RGBColor(second)))
        #expect(abs(first.contrast(with: second) - ratio) < 0.001, "\(first.contrast(with: second))")
        #expect(first.contrast(with: second) == second.contrast(with: first))
    }

    @Test func `white or black text is readable on every color`() throws {
        for component in 0...255 {
            let digits = String(component + 256, radix: 16).dropFirst()
            for text in ["#\(digits)\(digits)\(digits)", "#\(digits)0000", "#FF\(digits)00", "#0000\(digits)"] {
                let color = try #require(RGBColor(text))
                #expect(color.contrast(with: color.ink) >= 4.5, "\(text)")
            }
        }
        #expect(RGBColor("#FFE000")?.ink == .black)
        #expect(RGBColor("#0059D6")?.ink == .white)
    }

    @Test(arguments: [
        "", "#", "#FFF", "FFFFFF", "#GGGGGG", "#FFFFFFF", "#+FFFFF", "#-FFFFF", "#-00000", "#FFFFÜ", "red",
        " #FFFFFF", "#fff;}",
    ])
    func `anything but six hexadecimal digits is rejected`(text: String) {
        #expect(RGBColor(text) == nil)
    }

    @Test func `a color is written in lowercase`() {
        #expect(RGBColor("#0a0FfF")?.description == "#0a0fff")
    }
}
