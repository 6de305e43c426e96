// SPDX-License-Identifier: Apache-2.0

import CBORWriting
import TestSupport
import Testing
import WireFormats

@Suite struct CBORPropertyTests {
    @Test(arguments: 0..<UInt64(400))
    func `a written item reads back, is canonical, and is written the same again`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let value = generator.cbor()
        let bytes = CBORWriter.write(value)
        let limits = CBORReader.Limits(items: 1 << 20)
        let readBack = try CBORReader.read(bytes, form: .canonical, limits: limits)
        #expect(readBack == sorted(value))
        #expect(CBORWriter.write(readBack) == bytes)
        #expect(try CBORReader.read(bytes, limits: limits) == readBack)
        for count in stride(from: 0, to: bytes.count, by: bytes.count / 100 + 1) {
            #expect(throws: CBORRejection.truncated) { try CBORReader.read(Array(bytes.prefix(count)), limits: limits) }
        }
    }

    @Test(arguments: 0..<UInt64(20))
    func `random bytes are read or rejected, and what is read is written back`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let bytes = generator.bytes(upTo: 64)
            guard let prefix = try? CBORReader.readPrefix(bytes[...]) else { continue }
            #expect(try CBORReader.read(CBORWriter.write(prefix.value), form: .canonical) == sorted(prefix.value))
        }
    }

    @Test(arguments: 0..<UInt64(20))
    func `a valid item with one byte changed is read or rejected`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = CBORWriter.write(generator.cbor(depth: 4))
        for index in bytes.indices.prefix(400) {
            var changed = bytes
            changed[index] ^= UInt8.random(in: 1...255, using: &generator)
            if let canonical = try? CBORReader.read(changed, form: .canonical) {
                #expect((try? CBORReader.read(changed)) == canonical)
            }
        }
    }

    /// The value as the writer orders it.
    private func sorted(_ value: CBOR) -> CBOR {
        switch value {
        case .array(let items): return .array(items.map(sorted))
        case .map(let map):
            let entries = map.entries.map { CBORMap.Entry(key: $0.key, value: sorted($0.value)) }
            return .map(
                CBORMap(
                    entries.sorted { CBORWriter.write($0.key).lexicographicallyPrecedes(CBORWriter.write($1.key)) }
                )
            )
        default: return value
        }
    }
}
