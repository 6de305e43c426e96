// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A language that the pages exist in.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    /// The direction of text.
    package enum Direction: String, Sendable {
        case leftToRight = "ltr"
        case rightToLeft = "rtl"
    }

    /// The language tag (RFC 5646).
    package var code: String { rawValue }

    package var direction: Direction { .leftToRight }

    package var strings: Strings {
        switch self {
        case .english: .english
        case .german: .german
        }
    }

    /// The first language that the client asks for (`ui_locales`), or else the one that the browser prefers
    /// (`Accept-Language`), or else the fallback.
    package static func negotiated(
        locales: String?, acceptLanguage: String?, fallback: Language = .english
    ) -> Language {
        if let locales, let language = first(of: locales) { return language }
        if let acceptLanguage { return preferred(by: acceptLanguage, fallback: fallback) ?? fallback }
        return fallback
    }

    /// Language tags beyond these are ignored, because strangers choose how many they send.
    private static let limit = (bytes: 512, tags: 20)

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private init?(tag: Bytes) {
        let primary = tag.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }.lazy.map(Self.lowercased)
        guard let language = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(primary) }) else {
            return nil
        }
        self = language
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The tags in their order of preference, separated by spaces (OpenID Connect Core, section 3.1.2.1).
    private static func first(of locales: String) -> Language? {
        var language: Language?
        forEachPart(of: locales, separatedBy: UInt8(ascii: " ")) { tag in
            language = language ?? Language(tag: tag)
        }
        return language
    }

    /// The tag with the highest weight (RFC 9110, section 12.5.4). Of equal weights the first one counts.
    private static func preferred(by header: String, fallback: Language) -> Language? {
        var best: (language: Language, weight: Int)?
        forEachPart(of: header, separatedBy: UInt8(ascii: ",")) { part in
            let tag = part.prefix { $0 != UInt8(ascii: ";") }.drop(while: isBlank)
            let parameter = part[tag.endIndex...].dropFirst().prefix { $0 != UInt8(ascii: ";") }.drop(while: isBlank)
            let name = tag.prefix { !isBlank($0) }
            guard let weight = weight(of: parameter), weight > best?.weight ?? 0,
                let language = name.elementsEqual("*".utf8) ? fallback : Language(tag: name)
            else { return }
            best = (language, weight)
        }
        return best?.language
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// The weight in thousandths, or `nil` if it is malformed.
    private static func weight(of parameter: Bytes) -> Int? {
        guard !parameter.isEmpty else { return 1000 }
        guard parameter.starts(with: "q=".utf8) || parameter.starts(with: "Q=".utf8) else { return nil }
        let text = parameter.dropFirst(2).prefix { !isBlank($0) }
        guard let whole = text.first, whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1"), text.count <= 5 else {
            return nil
        }
        let fraction = text.dropFirst(2)
        guard text.count == 1 || text.dropFirst().first == UInt8(ascii: "."), fraction.allSatisfy(\.isDigit) else {
            return nil
        }
        var weight = whole == UInt8(ascii: "1") ? 1000 : 0
        for (digit, unit) in zip(fraction, [100, 10, 1]) { weight += Int(digit - UInt8(ascii: "0")) * unit }
        return weight <= 1000 ? weight : nil
    }

    private static func forEachPart(of text: String, separatedBy separator: UInt8, _ body: (Bytes) -> Void) {
        text.withContiguousUTF8 { bytes in
            var rest = bytes.prefix(limit.bytes)
            var count = 0
            while !rest.isEmpty, count < limit.tags {
                let part = rest.prefix { $0 != separator }
                rest = rest[part.endIndex...].dropFirst()
                guard !part.isEmpty else { continue }
                count += 1
                body(part)
            }
        }
    }
}
