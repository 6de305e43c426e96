// SPDX-License-Identifier: Apache-2.0

/// The meaning of an element's contents. Only ``text`` looks at the tag, because an implicit tag replaces it.
extension DERReader.Element {
    /// A cursor over the elements inside a constructed element, or inside an OCTET STRING that wraps one.
    package func reader() -> DERReader {
        DERReader(contents)
    }

    /// The value of an INTEGER or ENUMERATED, or `nil` if it is not minimal or doesn't fit.
    package var integer: Int? {
        guard isMinimalInteger, contents.count <= 8, let first = contents.first else { return nil }
        let bits = contents.reduce(first >= 0x80 ? UInt64.max : 0) { $0 << 8 | UInt64($1) }
        return Int(exactly: Int64(bitPattern: bits))
    }

    /// The value of a BOOLEAN. Any byte but zero is true, as in BER, because some authenticators write such values.
    package var bool: Bool? {
        contents.count == 1 ? contents.first != 0 : nil
    }

    /// An OBJECT IDENTIFIER in dotted decimal, or `nil` if it is malformed or an arc exceeds 64 bits.
    package var objectIdentifier: String? {
        var arcs: [UInt64] = []
        var arc: UInt64?
        for byte in contents {
            guard arc != nil || byte != 0x80, arc ?? 0 <= UInt64.max >> 7 else { return nil }
            let value = (arc ?? 0) << 7 | UInt64(byte & 0x7F)
            arc = byte & 0x80 == 0 ? nil : value
            guard arc == nil else { continue }
            if arcs.isEmpty {
                let root = min(value / 40, 2)
                arcs = [root, value - root * 40]
            } else {
                arcs.append(value)
            }
        }
        guard arc == nil, !arcs.isEmpty else { return nil }
        return arcs.map(String.init).joined(separator: ".")
    }

    /// The text of a string type that certificates use. `nil` for other tags, for bytes that the type doesn't allow,
    /// and for text with a NUL, which has been used to disguise names.
    package var text: String? {
        switch tag {
        case .utf8String: contents.contains(0) ? nil : String(wellFormed: contents)
        case .printableString, .ia5String: asciiText
        // T.61 in certificates is Latin-1 in practice.
        case .t61String:
            contents.contains(0) ? nil : contents.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
        case .bmpString: bmpText
        default: nil
        }
    }

    /// The contents as ASCII without NUL, for names with implicit tags such as dNSName.
    package var asciiText: String? {
        contents.allSatisfy { (1...0x7F).contains($0) } ? String(decoding: contents, as: UTF8.self) : nil
    }

    private var bmpText: String? {
        var scalars = String.UnicodeScalarView()
        var input = ByteReader(contents)
        while let unit = try? input.readUInt16() {
            guard unit != 0, let scalar = Unicode.Scalar(unit) else { return nil }
            scalars.append(scalar)
        }
        return input.isAtEnd ? String(scalars) : nil
    }

    /// Whether no byte just repeats the sign (X.690 §8.3.2).
    private var isMinimalInteger: Bool {
        var bytes = contents
        guard let first = bytes.popFirst() else { return false }
        guard let second = bytes.first else { return true }
        return !(first == 0 && second < 0x80) && !(first == 0xFF && second >= 0x80)
    }
}
