// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite struct CBORLimitTests {
    @Test(arguments: ["5a ffffffff", "7a ffffffff", "5b ffffffffffffffff", "7b 8000000000000000", "5a 00100001"])
    func `a string that is longer than the limit is rejected by its head`(head: String) {
        #expect(throws: CBORRejection.lengthTooLarge) { try CBORReader.read(hex(head)) }
    }

    @Test(arguments: [
        "9a ffffffff", "9b ffffffffffffffff", "9b 7fffffffffffffff", "ba ffffffff", "bb ffffffffffffffff",
        "bb 8000000000000000", "bb 7fffffffffffffff", "99 1000", "b9 0800",
    ])
    func `more items than the limit are rejected by their head`(head: String) {
        #expect(throws: CBORRejection.tooManyItems) { try CBORReader.read(hex(head)) }
    }

    @Test(arguments: ["98 ff 00", "b8 ff 00", "99 0fff", "82 00", "a1 00", "58 ff 00", "83 c0 00"])
    func `a count that exceeds the input is a truncation`(encoded: String) {
        #expect(throws: CBORRejection.truncated) { try CBORReader.read(hex(encoded)) }
    }

    @Test func `a string as long as the limit is accepted as a prefix`() throws {
        let limits = CBORReader.Limits(bytes: 4)
        #expect(try CBORReader.readPrefix(hex("44 01020304")[...], limits: limits).value == .bytes([1, 2, 3, 4]))
        #expect(throws: CBORRejection.lengthTooLarge) {
            try CBORReader.readPrefix(hex("45 0102030405")[...], limits: limits)
        }
    }

    @Test func `an input that is longer than the limit is rejected`() {
        #expect(throws: CBORRejection.lengthTooLarge) {
            try CBORReader.read(hex("44 01020304"), limits: CBORReader.Limits(bytes: 4))
        }
    }

    @Test func `16 containers may be nested and 17 may not`() throws {
        for opening: UInt8 in [0x81, 0xA1] {
            let key: [UInt8] = opening == 0xA1 ? [0x00] : []
            let nested = { (depth: Int) in Array(repeatElement([opening] + key, count: depth).joined()) + [0xF6] }
            #expect(throws: Never.self) { try CBORReader.read(nested(16)) }
            #expect(throws: CBORRejection.tooDeep) { try CBORReader.read(nested(17)) }
            #expect(throws: CBORRejection.tooDeep) { try CBORReader.read(nested(2000)) }
        }
    }

    @Test func `items are counted over the whole input, not in each container`() throws {
        let limits = CBORReader.Limits(items: 6)
        #expect(throws: Never.self) { try CBORReader.read(hex("83 81 00 81 00 80"), limits: limits) }
        #expect(throws: CBORRejection.tooManyItems) { try CBORReader.read(hex("83 81 00 81 00 81 00"), limits: limits) }
        #expect(throws: CBORRejection.tooManyItems) { try CBORReader.read(hex("a1 01 a1 01 a1 01 02"), limits: limits) }
    }

    @Test(arguments: [
        CBORReader.Limits(depth: -1), .init(items: -1), .init(bytes: -1), .init(depth: 0, items: 0, bytes: 0),
    ])
    func `limits that allow nothing reject everything and don't trap`(limits: CBORReader.Limits) {
        #expect(throws: CBORRejection.self) { try CBORReader.read(hex("81 41 00"), limits: limits) }
    }

    @Test(.timeLimit(.minutes(10)))
    func `the keys of a huge map are compared in linear time`() throws {
        let count = 60_000
        var keys = Array(0..<count)
        let limits = CBORReader.Limits(items: 4 * count)
        func encoded() -> [UInt8] {
            [0xBA] + bigEndian(UInt32(keys.count)) + keys.flatMap { [0x1A] + bigEndian(UInt32($0)) + [0xF6] }
        }
        #expect(try CBORReader.read(encoded(), limits: limits).mapValue?.count == count)
        keys.append(count / 2)
        #expect(throws: CBORRejection.duplicateKey) { try CBORReader.read(encoded(), limits: limits) }
    }

    @Test(arguments: [2, 16, 17, 18, 40])
    func `a duplicate is found wherever it is`(count: Int) {
        for first in 0..<count - 1 {
            var keys = (0..<count).map { UInt8($0) }
            keys[count - 1] = keys[first]
            let bytes: [UInt8] = [0xB8, UInt8(count)] + keys.flatMap { [0x18, $0, 0x00] as [UInt8] }
            #expect(throws: CBORRejection.duplicateKey) { try CBORReader.read(bytes) }
        }
    }

    private func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
