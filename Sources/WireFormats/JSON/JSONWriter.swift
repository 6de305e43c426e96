// SPDX-License-Identifier: Apache-2.0

/// A writer of compact JSON in UTF-8 that escapes only what RFC 8259 §7 requires.
enum JSONWriter {
    static func write(_ value: JSONValue) -> [UInt8] {
        var output: [UInt8] = []
        // Most values are shorter. To find the exact size takes longer than to move what is written of a long one. The
        // allocators' fast paths end at about 1 KiB.
        output.reserveCapacity(960)
        append(value, to: &output)
        return output
    }

    private static func append(_ value: JSONValue, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: value ? "true".utf8 : "false".utf8)
        case .number(let number): output.append(contentsOf: number.text.utf8)
        case .string(let text): append(text, to: &output)
        case .array(let items):
            output.append(UInt8(ascii: "["))
            for index in items.indices {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                append(items[index], to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let object):
            output.append(UInt8(ascii: "{"))
            for index in object.members.indices {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                append(object.members[index].name, to: &output)
                output.append(UInt8(ascii: ":"))
                append(object.members[index].value, to: &output)
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
                output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
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
