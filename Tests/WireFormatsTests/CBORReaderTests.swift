// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite struct CBORReaderTests {
    /// RFC 8949 appendix A, as far as this profile goes.
    static let examples: [(String, CBOR)] = [
        ("00", .int(0)), ("01", .int(1)), ("0a", .int(10)), ("17", .int(23)), ("18 18", .int(24)), ("18 64", .int(100)),
        ("19 03e8", .int(1000)), ("1a 000f4240", .int(1_000_000)), ("1b 000000e8d4a51000", .int(1_000_000_000_000)),
        ("1b ffffffffffffffff", .unsigned(.max)), ("3b ffffffffffffffff", .negative(.max)), ("20", .int(-1)),
        ("29", .int(-10)), ("38 63", .int(-100)), ("39 03e7", .int(-1000)),
        ("f9 0000", .float(0)), ("f9 8000", .float(-0.0)), ("f9 3c00", .float(1)), ("fb 3ff199999999999a", .float(1.1)),
        ("f9 3e00", .float(1.5)), ("f9 7bff", .float(65504)), ("fa 47c35000", .float(100_000)),
        ("fa 7f7fffff", .float(3.4028234663852886e+38)), ("fb 7e37e43c8800759c", .float(1.0e+300)),
        ("f9 0001", .float(5.960464477539063e-8)), ("f9 0400", .float(0.00006103515625)), ("f9 c400", .float(-4)),
        ("fb c010666666666666", .float(-4.1)), ("f9 7c00", .float(.infinity)), ("f9 fc00", .float(-.infinity)),
        ("f9 7e00", .float(.nan)), ("fa 7f800000", .float(.infinity)), ("fa ff800000", .float(-.infinity)),
        ("fb 7ff0000000000000", .float(.infinity)),
        ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null), ("f7", .undefined),
        ("40", .bytes([])), ("44 01020304", .bytes([1, 2, 3, 4])),
        ("60", .text("")), ("61 61", .text("a")), ("64 49455446", .text("IETF")), ("62 225c", .text("\"\\")),
        ("62 c3bc", .text("\u{FC}")), ("63 e6b0b4", .text("\u{6C34}")), ("64 f0908591", .text("\u{10151}")),
        ("80", .array([])), ("83 010203", .array([.int(1), .int(2), .int(3)])),
        ("83 01 820203 820405", .array([.int(1), .array([.int(2), .int(3)]), .array([.int(4), .int(5)])])),
        ("a0", .map([:])), ("a2 0102 0304", .map([.int(1): .int(2), .int(3): .int(4)])),
        ("a2 6161 01 6162 820203", .map([.text("a"): .int(1), .text("b"): .array([.int(2), .int(3)])])),
        ("82 6161 a1 6162 6163", .array([.text("a"), .map([.text("b"): .text("c")])])),
    ]

    @Test(arguments: examples)
    func `an example of RFC 8949 has the RFC's value in both forms`(encoded: String, value: CBOR) throws {
        #expect(try CBORReader.read(hex(encoded)) == value)
        #expect(try CBORReader.read(hex(encoded), form: .canonical) == value)
    }

    @Test(arguments: examples)
    func `every truncation of a valid item is rejected`(encoded: String, value: CBOR) {
        let bytes = hex(encoded)
        for count in bytes.indices {
            #expect(throws: CBORRejection.truncated) { try CBORReader.read(Array(bytes.prefix(count))) }
        }
    }

    @Test(arguments: examples)
    func `bytes after the item are rejected by read and accepted by readPrefix`(encoded: String, value: CBOR) throws {
        let bytes = hex(encoded) + [0, 0xFF]
        #expect(throws: CBORRejection.trailingBytes(2)) { try CBORReader.read(bytes) }
        let prefix = try CBORReader.readPrefix(bytes[...])
        #expect(prefix.value == value)
        #expect(prefix.bytesUsed == bytes.count - 2)
    }

    @Test func `a prefix is read from the start of its slice`() throws {
        let bytes = hex("ff ff 8101 00")
        #expect(try CBORReader.readPrefix(bytes[2...]).bytesUsed == 2)
    }

    @Test(arguments: [
        ("1c", CBORRejection.reservedAdditionalInformation), ("3d", .reservedAdditionalInformation),
        ("5e", .reservedAdditionalInformation), ("9c", .reservedAdditionalInformation),
        ("fc", .reservedAdditionalInformation), ("1f", .reservedAdditionalInformation),
        ("3f", .reservedAdditionalInformation), ("df", .reservedAdditionalInformation),
        ("5f 41 00 ff", .indefiniteLength), ("7f 61 61 ff", .indefiniteLength), ("9f 01 ff", .indefiniteLength),
        ("bf 01 02 ff", .indefiniteLength), ("ff", .indefiniteLength), ("81 ff", .indefiniteLength),
        ("c0 00", .tagNotAllowed), ("c2 41 01", .tagNotAllowed), ("d8 18 41 00", .tagNotAllowed),
        ("d9 d9f7 00", .tagNotAllowed),
        ("e0", .unsupportedSimpleValue), ("f0", .unsupportedSimpleValue), ("f3", .unsupportedSimpleValue),
        ("f8 14", .unsupportedSimpleValue), ("f8 ff", .unsupportedSimpleValue),
        ("a1 80 00", .keyTypeNotAllowed), ("a1 a0 00", .keyTypeNotAllowed), ("a1 f4 00", .keyTypeNotAllowed),
        ("a1 f6 00", .keyTypeNotAllowed), ("a1 f93c00 00", .keyTypeNotAllowed), ("a1 c0 00 00", .keyTypeNotAllowed),
        ("61 ff", .invalidUTF8), ("61 80", .invalidUTF8), ("62 c080", .invalidUTF8), ("63 eda080", .invalidUTF8),
        ("64 f4908080", .invalidUTF8), ("62 c328", .invalidUTF8), ("61 c3", .invalidUTF8),
        ("a1 61 ff 00", .invalidUTF8),
        ("", .truncated),
    ])
    func `items outside the profile are rejected in both forms`(encoded: String, rejection: CBORRejection) {
        #expect(throws: rejection) { try CBORReader.read(hex(encoded)) }
        #expect(throws: rejection) { try CBORReader.read(hex(encoded), form: .canonical) }
    }

    @Test(arguments: [
        "a2 01 02 01 03", "a2 61 61 00 61 61 00", "a2 41 61 00 41 61 00", "a2 01 00 18 01 00", "a3 01 00 02 00 01 00",
        "a2 20 00 3b 0000000000000000 00", "a2 61 61 00 78 01 61 00", "a1 01 a2 01 02 01 03",
    ])
    func `a duplicate key is rejected, however it is spelled`(encoded: String) {
        #expect(throws: CBORRejection.duplicateKey) { try CBORReader.read(hex(encoded)) }
        #expect(throws: CBORRejection.self) { try CBORReader.read(hex(encoded), form: .canonical) }
    }

    @Test(arguments: [
        ("18 17", CBORRejection.notMinimal), ("19 00ff", .notMinimal), ("1a 0000ffff", .notMinimal),
        ("1b 00000000ffffffff", .notMinimal), ("38 00", .notMinimal), ("58 01 00", .notMinimal), ("78 00", .notMinimal),
        ("98 01 00", .notMinimal), ("b8 00", .notMinimal), ("a1 1800 00", .notMinimal), ("82 00 1800", .notMinimal),
        ("a2 02 00 01 00", .keysOutOfOrder), ("a2 20 00 01 00", .keysOutOfOrder),
        ("a2 61 61 00 01 00", .keysOutOfOrder),
        ("a2 62 6161 00 61 62 00", .keysOutOfOrder), ("a2 20 00 1818 00", .keysOutOfOrder),
        ("a1 01 a2 02 00 01 00", .keysOutOfOrder), ("81 a2 02 00 01 00", .keysOutOfOrder),
    ])
    func `an item that is not canonical is rejected in canonical form only`(
        encoded: String, rejection: CBORRejection
    ) {
        #expect(throws: Never.self) { try CBORReader.read(hex(encoded)) }
        #expect(throws: rejection) { try CBORReader.read(hex(encoded), form: .canonical) }
    }

    @Test func `two equal keys in a row are duplicates in canonical form`() {
        #expect(throws: CBORRejection.duplicateKey) { try CBORReader.read(hex("a2 01 02 01 03"), form: .canonical) }
    }

    @Test func `keys that Unicode calls equivalent are different keys`() throws {
        let map = try CBORReader.read(hex("a2 61 4b 01 63 e284aa 02")).mapValue
        #expect(map?["K"] == .int(1))
        #expect(map?["\u{212A}"] == .int(2))
    }

    @Test func `entries keep their order`() throws {
        let map = try CBORReader.read(hex("a3 03 00 01 00 02 00")).mapValue
        #expect(map?.entries.map(\.key) == [.int(3), .int(1), .int(2)])
    }
}
