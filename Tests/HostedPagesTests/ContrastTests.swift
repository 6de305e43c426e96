// SPDX-License-Identifier: Apache-2.0

import HostedPages
import Testing
import WireFormats

struct `Colors of pages` {
    enum Scheme: CaseIterable {
        case light
        case dark
    }

    /// The variables of the style sheet that are colors.
    private static func variables(of text: some StringProtocol) -> [String: RGBColor] {
        var colors: [String: RGBColor] = [:]
        for declaration in text.split(whereSeparator: { "{};\n".contains($0) }) {
            let parts = declaration.split(separator: ":").map { String($0.filter { $0 != " " }) }
            guard parts.count == 2, parts[0].hasPrefix("--"), let color = RGBColor(parts[1]) else { continue }
            colors[String(parts[0].dropFirst(2))] = color
        }
        return colors
    }

    private static func colors(_ scheme: Scheme, of brand: Brand = Brand(name: "x")) throws -> [String: RGBColor] {
        let page = ErrorPage(.server, reference: "").rendered(
            in: PageContext(language: .english, brand: brand, host: "auth.example.com", nonce: "x"))
        let own = MarkupReader.tags(of: String(decoding: page.html, as: UTF8.self)).first { $0.name == "style" }?.text
        let dark = "@media (prefers-color-scheme:dark)"
        let sheet = String(decoding: Asset.style.bytes, as: UTF8.self)
        let parts = try #require(sheet.firstRange(of: "@media (prefers-color-scheme: dark)"))
        let end = try #require(sheet.firstRange(of: "* { box-sizing"))
        var colors = Self.variables(of: sheet[..<parts.lowerBound])
        let split = own?.firstRange(of: dark)
        if scheme == .dark {
            colors.merge(Self.variables(of: sheet[parts.upperBound..<end.lowerBound])) { $1 }
            if let own, let split { colors.merge(Self.variables(of: own[split.upperBound...])) { $1 } }
        } else if let own, let split {
            colors.merge(Self.variables(of: own[..<split.lowerBound])) { $1 }
        }
        return colors
    }

    /// Text on its background (WCAG 2.2, 1.4.3).
    private static let texts = [
        ("ink", "surface"), ("ink", "sunken"), ("soft", "surface"), ("soft", "sunken"), ("on-canvas", "canvas"),
        ("on-accent", "accent"), ("link", "surface"), ("bad", "surface"), ("on-bad", "bad"), ("ink", "bad-tint"),
        ("soft", "bad-tint"), ("good", "good-tint"), ("ink", "good-tint"), ("soft", "good-tint"), ("ink", "care-tint"),
        ("soft", "care-tint"), ("care", "care-tint"),
    ]

    /// Borders of fields, focus rings and icons (WCAG 2.2, 1.4.11).
    private static let shapes = [("edge", "surface"), ("link", "surface"), ("good", "surface"), ("bad", "bad-tint")]

    @Test(arguments: Scheme.allCases)
    func `text can be read`(_ scheme: Scheme) throws {
        let colors = try Self.colors(scheme)
        for (text, background) in Self.texts {
            let ratio = try #require(colors[text]).contrast(with: #require(colors[background]))
            #expect(ratio >= 4.5, "\(text) on \(background): \(ratio)")
        }
    }

    @Test(arguments: Scheme.allCases)
    func `what can be operated can be seen`(_ scheme: Scheme) throws {
        let colors = try Self.colors(scheme)
        for (shape, background) in Self.shapes {
            let ratio = try #require(colors[shape]).contrast(with: #require(colors[background]))
            #expect(ratio >= 3, "\(shape) on \(background): \(ratio)")
        }
    }

    @Test(
        arguments: ["#ffff00", "#000000", "#ffffff", "#808080", "#e4572e", "#00ff88", "#7a1fa2", "#0a0a3c"],
        Scheme.allCases)
    func `text can be read in any color of a brand`(_ color: String, scheme: Scheme) throws {
        let brand = Brand(name: "x", accent: RGBColor(color), background: RGBColor(color))
        let colors = try Self.colors(scheme, of: brand)
        for (text, background) in [("on-accent", "accent"), ("link", "surface"), ("on-canvas", "canvas")] {
            let ratio = try #require(colors[text]).contrast(with: #require(colors[background]))
            #expect(ratio >= 4.5, "\(text) on \(background): \(ratio)")
        }
    }

    @Test func `the surfaces that brands are adjusted to are those of the style sheet`() throws {
        let white = try #require(RGBColor("#ffffff"))
        #expect(try Self.colors(.light)["surface"] == white)
        let accent = try #require(RGBColor("#123456"))
        let link = try #require(Self.colors(.dark, of: Brand(name: "x", accent: accent))["link"])
        #expect(try link.contrast(with: #require(Self.colors(.dark)["surface"])) >= 5.5)
    }

    @Test func `a page without colors of its own has no style`() {
        let html = PageSample.all[0].html()
        #expect(!html.contains("<style"))
    }
}
