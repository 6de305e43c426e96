// SPDX-License-Identifier: Apache-2.0

import PasswordHashing
import TestSupport
import Testing
import WireFormats

@Suite struct HashReadingTests {
    private static let texts = PasswordVector.matching.compactMap { try? $0.read().text }

    @Test func `no bytes make the reader trap, and what it accepts is written the same every time`() {
        var generator = SeededGenerator(seed: 1)
        var accepted = 0
        for _ in 0..<40_000 {
            let text = Self.mutated(Self.texts.randomElement(using: &generator) ?? "", by: &generator)
            guard let hash = try? PasswordHash(stored: text) else { continue }
            accepted += 1
            #expect((try? PasswordHash(stored: hash.text)) == hash)
        }
        #expect(accepted > 100)
    }

    @Test func `random text is no hash`() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<10_000 {
            let bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            for prefix in ["", "$argon2id$", "$2b$", "$5$", "$6$rounds=", "$7$", "$y$j", "$pbkdf2-", "{SSHA}", "{\""] {
                #expect((try? PasswordHash(stored: prefix + text)) == nil)
            }
        }
    }

    /// Changes a few bytes: replaces, removes, repeats or inserts what parameters are made of.
    private static func mutated(_ text: String, by generator: inout SeededGenerator) -> String {
        var bytes = [UInt8](text.utf8)
        let symbols = [UInt8]("$=,/.+{}\"0129zZ\\:".utf8) + [0, 0x80, 0xFF]
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[index] = symbols.randomElement(using: &generator) ?? 0
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(symbols.randomElement(using: &generator) ?? 0, at: index)
            default: bytes.insert(contentsOf: bytes[index...].prefix(8), at: index)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
