// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite struct ByteReaderTests {
    @Test func `numbers are read with the most significant byte first`() throws {
        var reader = ByteReader(hex("01 0203 04050607 08090a0b0c0d0e0f"))
        #expect(try reader.readUInt8() == 0x01)
        #expect(try reader.readUInt16() == 0x0203)
        #expect(try reader.readUInt32() == 0x0405_0607)
        #expect(try reader.readUInt64() == 0x0809_0A0B_0C0D_0E0F)
        #expect(reader.isAtEnd)
    }

    @Test func `the cursor counts the bytes that it has read and that are left`() throws {
        var reader = ByteReader([1, 2, 3])
        _ = try reader.readUInt8()
        #expect(reader.offset == 1)
        #expect(reader.remaining == 2)
        #expect(!reader.isAtEnd)
        #expect(reader.peek() == 2)
    }

    @Test func `a slice is read from its own start to its own end`() throws {
        var reader = ByteReader([9, 1, 2, 9][1...2])
        #expect(reader.offset == 0)
        #expect(try reader.readUInt16() == 0x0102)
        #expect(reader.isAtEnd)
        #expect(reader.peek() == nil)
    }

    @Test(arguments: [2, 3, .max, -1, .min])
    func `a read past the end or of a negative count throws and reads nothing`(count: Int) {
        var reader = ByteReader([1])
        #expect(throws: ByteReader.Underrun(wanted: count, available: 1)) { try reader.take(count) }
        #expect(throws: ByteReader.Underrun(wanted: count, available: 1)) { try reader.takeSlice(count) }
        #expect(reader.offset == 0)
    }

    @Test func `reading a number past the end throws and reads nothing`() throws {
        var empty = ByteReader([])
        #expect(throws: ByteReader.Underrun(wanted: 1, available: 0)) { try empty.readUInt8() }
        var reader = ByteReader([1])
        #expect(throws: ByteReader.Underrun(wanted: 2, available: 1)) { try reader.readUInt16() }
        #expect(throws: ByteReader.Underrun(wanted: 4, available: 1)) { try reader.readUInt32() }
        #expect(throws: ByteReader.Underrun(wanted: 8, available: 1)) { try reader.readUInt64() }
        #expect(try reader.readUInt8() == 1)
    }

    @Test func `bytes are taken in order`() throws {
        var reader = ByteReader([1, 2, 3, 4])
        #expect(try reader.take(0) == [])
        #expect(try reader.take(1) == [1])
        #expect(try Array(reader.takeSlice(1)) == [2])
        #expect(reader.rest == [3, 4])
    }
}
