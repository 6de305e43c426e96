// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct AEADKeyTests {
    let key = AEADKey.generate()

    @Test func `a sealed message can be opened`() {
        #expect(key.open(key.seal([1, 2, 3], authenticating: [4]), authenticating: [4]) == [1, 2, 3])
    }

    @Test(arguments: [0, 1, 15, 16, 17, 10_000])
    func `a message of any length can be sealed`(count: Int) {
        let plaintext = Randomness.bytes(count)
        let sealed = key.seal(plaintext, authenticating: [])
        #expect(sealed.count == count + 28)
        #expect(key.open(sealed, authenticating: []) == plaintext)
    }

    @Test func `another implementation's message can be opened`() throws {
        // NIST's GCM specification, test case 16, with its 96-bit nonce.
        let key = try #require(
            AEADKey(bytes: hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")))
        let sealed = hex(
            """
            cafebabefacedbaddecaf888
            522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
            8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
            76fc6ece0f4e1768cddf8853bb2d551b
            """)
        let plaintext = hex(
            """
            d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
            1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
            """)
        let context = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        #expect(key.open(sealed, authenticating: context) == plaintext)
    }

    @Test func `a message with any byte changed cannot be opened`() {
        let sealed = key.seal([1, 2, 3], authenticating: [4])
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(key.open(changed, authenticating: [4]) == nil)
        }
    }

    @Test func `a truncated message cannot be opened`() {
        let sealed = key.seal([1, 2, 3], authenticating: [4])
        for count in sealed.indices {
            #expect(key.open([UInt8](sealed.prefix(count)), authenticating: [4]) == nil)
        }
    }

    @Test func `a message cannot be opened with another context`() {
        let sealed = key.seal([1, 2, 3], authenticating: [4])
        #expect(key.open(sealed, authenticating: [5]) == nil)
        #expect(key.open(sealed, authenticating: []) == nil)
    }

    @Test func `a message cannot be opened with another key`() {
        #expect(AEADKey.generate().open(key.seal([1], authenticating: []), authenticating: []) == nil)
    }

    @Test func `the same message is sealed differently each time`() {
        #expect(key.seal([1], authenticating: []) != key.seal([1], authenticating: []))
    }

    @Test(arguments: [0, 16, 31, 33])
    func `a key has 32 bytes`(count: Int) {
        #expect(AEADKey(bytes: [UInt8](repeating: 1, count: count)) == nil)
    }

    @Test func `a key made from bytes leaves the caller's bytes alone`() {
        let bytes = [UInt8](repeating: 7, count: 32)
        _ = AEADKey(bytes: bytes)
        #expect(bytes == [UInt8](repeating: 7, count: 32))
    }

    @Test func `a message sealed with a salt opens only with its key and context`() {
        let key = AEADKey.generate()
        let sealed = key.sealApart([1, 2, 3], authenticating: [9])
        #expect(key.openApart(sealed, authenticating: [9]) == [1, 2, 3])
        #expect(key.openApart(sealed, authenticating: [8]) == nil)
        #expect(AEADKey.generate().openApart(sealed, authenticating: [9]) == nil)
        #expect(key.open([UInt8](sealed.dropFirst(12)), authenticating: [9]) == nil)
    }

    // The test vectors of XAES-256-GCM. With the second key, doubling carries.
    @Test(arguments: [
        (1, "", "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271"),
        (3, "c2sp.org/XAES-256-GCM", "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d"),
    ])
    func `a message that another implementation sealed with a salt can be opened`(
        byte: UInt8, context: String, ciphertext: String
    ) throws {
        let key = try #require(AEADKey(bytes: [UInt8](repeating: byte, count: 32)))
        let sealed = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWX".utf8) + hex(ciphertext)
        #expect(key.openApart(sealed, authenticating: [UInt8](context.utf8)) == [UInt8]("XAES-256-GCM".utf8))
    }

    @Test func `a message sealed with a salt cannot be opened changed or truncated`() {
        let key = AEADKey.generate()
        let sealed = key.sealApart([1, 2, 3], authenticating: [])
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(key.openApart(changed, authenticating: []) == nil)
            #expect(key.openApart([UInt8](sealed.prefix(index)), authenticating: []) == nil)
        }
    }
}
