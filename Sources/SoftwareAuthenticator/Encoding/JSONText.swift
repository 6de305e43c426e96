// SPDX-License-Identifier: Apache-2.0

/// JSON that keeps the order and the duplicates of its members.
package indirect enum JSONText: Sendable {
    case null
    case bool(Bool)
    case number(Int)
    case string(String)
    case array([JSONText])
    case object([(name: String, value: JSONText)])
    /// Text that is written unchanged.
    case written(String)

    static func base64URL(_ bytes: [UInt8]) -> JSONText { .string(Base64Text.url(bytes)) }

    package var utf8: [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }

    private func write(to output: inout [UInt8]) {
        switch self {
        case .null: output += "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .number(let value): output += String(value).utf8
        case .string(let text): Self.writeString(text, to: &output)
        case .array(let items): Self.writeList(items, in: "[]", to: &output) { $0.write(to: &$1) }
        case .object(let members):
            Self.writeList(members, in: "{}", to: &output) { member, output in
                Self.writeString(member.name, to: &output)
                output.append(UInt8(ascii: ":"))
                member.value.write(to: &output)
            }
        case .written(let text): output += text.utf8
        }
    }

    private static func writeList<Item>(
        _ items: [Item], in brackets: StaticString, to output: inout [UInt8], write: (Item, inout [UInt8]) -> Void
    ) {
        output.append(brackets.utf8Start[0])
        for (position, item) in items.enumerated() {
            if position > 0 { output.append(UInt8(ascii: ",")) }
            write(item, &output)
        }
        output.append(brackets.utf8Start[1])
    }

    /// WebAuthn §5.8.1.2 (CCDToString) escapes the quote, the backslash and control characters, and nothing else.
    private static func writeString(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                output += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
