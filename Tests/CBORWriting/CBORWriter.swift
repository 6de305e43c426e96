// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A writer of CBOR in the canonical form of CTAP2 (CTAP 2.1 §8): shortest heads, ascending keys.
package enum CBORWriter {
    package static func write(_ value: CBOR) -> [UInt8] {
        var output: [UInt8] = []
        append(value, to: &output)
        return output
    }

    private static func append(_ value: CBOR, to output: inout [UInt8]) {
        switch value {
        case .unsigned(let number): appendHead(0, argument: number, to: &output)
        case .negative(let distance): appendHead(1, argument: distance, to: &output)
        case .bytes(let bytes):
            appendHead(2, argument: UInt64(bytes.count), to: &output)
            output.append(contentsOf: bytes)
        case .text(let text):
            appendHead(3, argument: UInt64(text.utf8.count), to: &output)
            output.append(contentsOf: text.utf8)
        case .array(let items):
            appendHead(4, argument: UInt64(items.count), to: &output)
            for item in items { append(item, to: &output) }
        case .map(let map): append(map, to: &output)
        case .bool(let value): output.append(value ? 0xF5 : 0xF4)
        case .null: output.append(0xF6)
        case .undefined: output.append(0xF7)
        case .float(let number):
            output.append(0xFB)
            appendBigEndian(number.bitPattern, byteCount: 8, to: &output)
        }
    }

    private static func append(_ map: CBORMap, to output: inout [UInt8]) {
        appendHead(5, argument: UInt64(map.count), to: &output)
        let entries = map.entries.map { (key: write($0.key), value: $0.value) }
        for entry in entries.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            output.append(contentsOf: entry.key)
            append(entry.value, to: &output)
        }
    }

    private static func appendHead(_ major: UInt8, argument: UInt64, to output: inout [UInt8]) {
        let (information, byteCount): (UInt8, Int) =
            switch argument {
            case 0..<24: (UInt8(argument), 0)
            case 24..<1 << 8: (24, 1)
            case 1 << 8..<1 << 16: (25, 2)
            case 1 << 16..<1 << 32: (26, 4)
            default: (27, 8)
            }
        output.append(major << 5 | information)
        appendBigEndian(argument, byteCount: byteCount, to: &output)
    }

    private static func appendBigEndian(_ number: UInt64, byteCount: Int, to output: inout [UInt8]) {
        for index in (0..<byteCount).reversed() {
            output.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index)))
        }
    }
}
