// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct HKDFTests {
    @Test func `RFC 5869, A.1`() {
        let key = HKDF.derive(
            secret: [UInt8](repeating: 0x0B, count: 22), salt: hex("000102030405060708090a0b0c"),
            info: hex("f0f1f2f3f4f5f6f7f8f9"), count: 42, .sha256)
        let expected = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        #expect(key == hex(expected))
    }

    @Test func `RFC 5869, A.2: long inputs and output`() {
        let key = HKDF.derive(
            secret: [UInt8](0x00...0x4F), salt: [UInt8](0x60...0xAF), info: [UInt8](0xB0...0xFF), count: 82, .sha256)
        let expected = """
            b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09
            da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
            """
        #expect(key == hex(expected))
    }

    @Test func `RFC 5869, A.3: neither salt nor info`() {
        let key = HKDF.derive(secret: [UInt8](repeating: 0x0B, count: 22), salt: [], info: [], count: 42, .sha256)
        let expected = "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        #expect(key == hex(expected))
    }

    @Test func `RFC 5869, A.4: SHA-1`() {
        let key = HKDF.derive(
            secret: [UInt8](repeating: 0x0B, count: 11), salt: hex("000102030405060708090a0b0c"),
            info: hex("f0f1f2f3f4f5f6f7f8f9"), count: 42, .sha1)
        let expected = "085a01ea1b10f36933068b56efa5ad81a4f14b822f5b091568a9cdd4f155fda2c22e422478d305f3f896"
        #expect(key == hex(expected))
    }

    @Test func `255 blocks can be derived`() {
        #expect(HKDF.derive(secret: [1], salt: [], info: [], count: 255 * 32, .sha256)?.count == 255 * 32)
    }

    @Test func `more than 255 blocks cannot be derived`() {
        #expect(HKDF.derive(secret: [1], salt: [], info: [], count: 255 * 32 + 1, .sha256) == nil)
    }
}
