// SPDX-License-Identifier: Apache-2.0

/// A writer of compact JSON in UTF-8 that escapes only what RFC 8259 §7 requires.
enum JSONWriter {
    static func write(_ value: JSONValue) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(size(of: value))
        append(value, to: &output)
        return output
    }

    /// The number of bytes of the value where no character is escaped. It is cheaper to find than the output is to move.
    private static func size(of value: JSONValue) -> Int {
        switch value {
        case .null, .bool: 5
        case .number(let number): number.text.utf8.count
        case .string(let text): text.utf8.count + 2
        case .array(let items): items.reduce(2) { $0 + size(of: $1) + 1 }
        case .object(let object): object.members.reduce(2) { $0 + $1.name.utf8.count + size(of: $1.value) + 4 }
        }
    }

    private static func append(_ value: JSONValue, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: value ? "true".utf8 : "false".utf8)
        case .number(let number): output.append(contentsOf: number.text.utf8)
        case .string(let text): append(text, to: &output)
        case .array(let items):
            output.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                append(item, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let object):
            output.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                append(member.name, to: &output)
                output.append(UInt8(ascii: ":"))
                append(member.value, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func append(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        text.withContiguousUTF8 { bytes in
            var start = 0
            while true {
                let end = UnsafeRawBufferPointer(bytes).endOfPlainText(from: start).end
                output.append(contentsOf: bytes[start..<end])
                guard end < bytes.count else { return }
                appendEscape(of: bytes[end], to: &output)
                start = end + 1
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case 0x22, 0x5C: output.append(contentsOf: [UInt8(ascii: "\\"), byte])
        case 0x08: output.append(contentsOf: "\\b".utf8)
        case 0x09: output.append(contentsOf: "\\t".utf8)
        case 0x0A: output.append(contentsOf: "\\n".utf8)
        case 0x0C: output.append(contentsOf: "\\f".utf8)
        case 0x0D: output.append(contentsOf: "\\r".utf8)
        default:
            let hexadecimal = Array("0123456789abcdef".utf8)
            output.append(contentsOf: "\\u00".utf8)
            output.append(hexadecimal[Int(byte >> 4 & 0x0F)])
            output.append(hexadecimal[Int(byte & 0x0F)])
        }
    }
}
