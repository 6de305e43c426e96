// SPDX-License-Identifier: Apache-2.0

import TestSupport
import WireFormats

extension SeededGenerator {
    mutating func bytes(upTo count: Int) -> [UInt8] {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// Text from every plane of Unicode, with a liking for what JSON escapes.
    mutating func text() -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...24, using: &self) {
            let ceiling: UInt32 = [0x24, 0x80, 0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &self) ?? 0x80
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<ceiling, using: &self)) { scalars.append(scalar) }
        }
        return String(scalars)
    }

    mutating func cbor(depth: Int = 3) -> CBOR {
        switch Int.random(in: 0..<(depth > 0 ? 11 : 9), using: &self) {
        case 0: .unsigned(next() >> UInt64.random(in: 0..<64, using: &self))
        case 1: .negative(next() >> UInt64.random(in: 0..<64, using: &self))
        case 2, 3: .bytes(bytes(upTo: 40))
        case 4, 5: .text(text())
        case 6: .bool(Bool.random(using: &self))
        case 7: Bool.random(using: &self) ? .null : .undefined
        case 8: .float(Double(bitPattern: next()))
        case 9: .array((0..<Int.random(in: 0...6, using: &self)).map { _ in cbor(depth: depth - 1) })
        default: .map(cborMap(depth: depth - 1))
        }
    }

    private mutating func cborMap(depth: Int) -> CBORMap {
        var map: CBORMap = [:]
        for _ in 0..<Int.random(in: 0...24, using: &self) {
            let key = cbor(depth: 0)
            switch key {
            case .unsigned, .negative, .bytes, .text:
                if map[key] == nil { map.entries.append(CBORMap.Entry(key: key, value: cbor(depth: depth))) }
            default: continue
            }
        }
        return map
    }

    mutating func json(depth: Int = 3) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &self) {
        case 0: .null
        case 1: .bool(Bool.random(using: &self))
        case 2: .number(JSONNumber(Int64(truncatingIfNeeded: next()) >> Int64.random(in: 0..<64, using: &self)))
        case 3: .number(JSONNumber(Double.random(in: -1e9...1e9, using: &self).description) ?? 0)
        case 4, 5: .string(text())
        case 6: .array((0..<Int.random(in: 0...6, using: &self)).map { _ in json(depth: depth - 1) })
        default: .object(jsonObject(depth: depth - 1))
        }
    }

    private mutating func jsonObject(depth: Int) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<Int.random(in: 0...24, using: &self) {
            object[text()] = json(depth: depth)
        }
        return object
    }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) {
        self.init(value)
    }
}

/// The bytes that hexadecimal digits stand for; blanks are for the reader.
func hex(_ digits: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits.compactMap(\.hexDigitValue).map(UInt8.init) {
        if let first = high {
            bytes.append(first << 4 | digit)
            high = nil
        } else {
            high = digit
        }
    }
    return bytes
}
