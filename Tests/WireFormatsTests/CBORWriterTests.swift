// SPDX-License-Identifier: Apache-2.0

import CBORWriting
import Testing
import WireFormats

@Suite struct CBORWriterTests {
    @Test(arguments: [
        (UInt64(0), "00"), (23, "17"), (24, "1818"), (255, "18ff"), (256, "190100"), (65_535, "19ffff"),
        (65_536, "1a00010000"), (4_294_967_295, "1affffffff"), (4_294_967_296, "1b0000000100000000"),
        (.max, "1bffffffffffffffff"),
    ])
    func `a head is as short as its number allows`(number: UInt64, encoded: String) {
        #expect(CBORWriter.write(.unsigned(number)) == hex(encoded))
    }

    /// The examples of CTAP 2.1 §8: major type first, then length, then bytes.
    @Test func `keys are sorted by type, then length, then bytes`() {
        let map: CBORMap = [
            .text("aa"): .null, .text("b"): .null, .int(-1): .null, .bytes([1]): .null, .int(1000): .null,
            .int(10): .null,
            .int(-1000): .null, .text("a"): .null,
        ]
        #expect(
            CBORWriter.write(.map(map))
                == hex("a8 0a f6 1903e8 f6 20 f6 3903e7 f6 4101 f6 6161 f6 6162 f6 626161 f6")
        )
    }

    @Test func `keys of nested maps are sorted`() {
        let inner: CBORMap = [.text("b"): .int(1), .text("a"): .int(2)]
        #expect(CBORWriter.write(.map([.int(1): .array([.map(inner)])])) == hex("a1 01 81 a2 6161 02 6162 01"))
    }

    @Test(arguments: [
        Double.nan, .infinity, -.infinity, -0.0, 0.0, 1.5, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ])
    func `a number with a fraction reads back`(number: Double) throws {
        #expect(try CBORReader.read(CBORWriter.write(.float(number)), form: .canonical) == .float(number))
    }

    @Test(arguments: [Int.min, -4_294_967_297, -257, -25, -24, -1, 0, 1, 23, 24, .max])
    func `an integer reads back`(number: Int) throws {
        #expect(try CBORReader.read(CBORWriter.write(.int(number)), form: .canonical).intValue == number)
    }

    @Test func `an integer that doesn't fit has no integer value`() {
        #expect(CBOR.unsigned(UInt64(Int.max) + 1).intValue == nil)
        #expect(CBOR.negative(UInt64(Int.max) + 1).intValue == nil)
        #expect(CBOR.negative(UInt64(Int.max)).intValue == .min)
    }

    @Test func `each kind has its own accessor only`() {
        let map: CBORMap = [.int(1): .null]
        let values: [CBOR] = [
            .int(1), .bytes([1]), .text("a"), .array([.null]), .map(map), .bool(true), .null, .undefined, .float(1),
        ]
        #expect(values.map(\.intValue) == [1, nil, nil, nil, nil, nil, nil, nil, nil])
        #expect(values.map(\.bytesValue) == [nil, [1], nil, nil, nil, nil, nil, nil, nil])
        #expect(values.map(\.textValue) == [nil, nil, "a", nil, nil, nil, nil, nil, nil])
        #expect(values.map(\.arrayValue) == [nil, nil, nil, [.null], nil, nil, nil, nil, nil])
        #expect(values.map(\.mapValue) == [nil, nil, nil, nil, map, nil, nil, nil, nil])
        #expect(values.map(\.boolValue) == [nil, nil, nil, nil, nil, true, nil, nil, nil])
    }

    @Test func `no two different values are equal`() {
        let values: [CBOR] = [
            .int(1), .negative(1), .bytes([]), .text(""), .array([]), .map([:]), .bool(true), .bool(false), .null,
            .undefined, .int(2), .negative(2), .bytes([1]), .text("a"), .text("b"), .array([.null]),
            .array([.undefined]),
            .map([.int(1): .null]), .map([.int(1): .undefined]), .map([.int(2): .null]),
            .float(1), .float(0.0), .float(-0.0),
        ]
        for (index, value) in values.enumerated() {
            #expect(values.firstIndex(of: value) == index)
        }
        #expect(Set(values).count == values.count)
    }

    @Test func `a map is looked up by a key, a text or a number`() {
        let map: CBORMap = [.text("fmt"): .text("none"), .int(-7): .bool(true)]
        #expect(map["fmt"] == .text("none"))
        #expect(map[-7] == .bool(true))
        #expect(map[.int(-7)] == .bool(true))
        #expect(map[7] == nil)
        #expect(map.count == 2)
        #expect(!map.isEmpty)
    }
}
