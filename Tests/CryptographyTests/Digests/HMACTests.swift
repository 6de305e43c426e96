// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct HMACTests {
    @Test func `the code of RFC 4231's test case 1 is computed`() {
        let code = HMAC.authenticationCode(
            for: [UInt8]("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20), .sha256)
        #expect(code == hex("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"))
    }

    @Test func `a key may be shorter than the digest, as in RFC 4231's test case 2`() {
        let code = HMAC.authenticationCode(
            for: [UInt8]("what do ya want for nothing?".utf8), key: [UInt8]("Jefe".utf8), .sha256)
        #expect(code == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    }

    @Test func `a key may be longer than a block, as in RFC 4231's test case 6`() {
        let code = HMAC.authenticationCode(
            for: [UInt8]("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xAA, count: 131), .sha256)
        #expect(code == hex("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"))
    }

    @Test func `an empty key and an empty message have a code`() {
        let code = HMAC.authenticationCode(for: [], key: [], .sha256)
        #expect(code == hex("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
    }

    /// RFC 2202 and RFC 4231, test case 1.
    @Test(arguments: [
        (DigestAlgorithm.sha1, "b617318655057264e28bc0b6fb378c8ef146be00"),
        (.sha256, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (
            .sha384,
            "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6"
        ),
        (
            .sha512,
            """
            87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde
            daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854
            """
        ),
    ])
    func `one key computes the known code of each digest again and again`(digest: DigestAlgorithm, code: String) {
        let key = HMACKey([UInt8](repeating: 0x0B, count: 20), digest: digest)
        for _ in 0..<3 {
            #expect(key.authenticationCode(for: [UInt8]("Hi There".utf8)) == hex(code))
            #expect(key.authenticationCode(for: []) != hex(code))
        }
    }

    @Test func `one key serves many threads`() async {
        let key = HMACKey([1, 2, 3], digest: .sha256)
        let codes = (0..<64 as Range<UInt8>).map { HMAC.authenticationCode(for: [$0], key: [1, 2, 3], .sha256) }
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 as Range<UInt8> {
                group.addTask {
                    (0..<20).allSatisfy { _ in key.authenticationCode(for: [number]) == codes[Int(number)] }
                }
            }
            for await isRight in group {
                #expect(isRight)
            }
        }
    }
}

@Suite struct HKDFTests {
    @Test func `the key of RFC 5869's test case 1 is derived`() {
        let key = HKDF.derive(
            secret: [UInt8](repeating: 0x0B, count: 22), salt: hex("000102030405060708090a0b0c"),
            info: hex("f0f1f2f3f4f5f6f7f8f9"), count: 42, .sha256)
        let expected = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        #expect(key == hex(expected))
    }

    @Test func `inputs and output may be long, as in RFC 5869's test case 2`() {
        let key = HKDF.derive(
            secret: [UInt8](0x00...0x4F), salt: [UInt8](0x60...0xAF), info: [UInt8](0xB0...0xFF), count: 82, .sha256)
        let expected = """
            b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09
            da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
            """
        #expect(key == hex(expected))
    }

    @Test func `salt and info may be empty, as in RFC 5869's test case 3`() {
        let key = HKDF.derive(secret: [UInt8](repeating: 0x0B, count: 22), salt: [], info: [], count: 42, .sha256)
        let expected = "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        #expect(key == hex(expected))
    }

    @Test func `a key is derived with SHA-1, as in RFC 5869's test case 4`() {
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

@Suite struct ConstantTimeEqualTests {
    @Test func `the same bytes are equal`() {
        #expect(constantTimeEqual([1, 2, 3], to: [1, 2, 3]))
    }

    @Test func `empty byte strings are equal`() {
        #expect(constantTimeEqual([], to: []))
    }

    @Test(arguments: [[0, 2, 3], [1, 2, 0], [1, 2], [1, 2, 3, 4], []] as [[UInt8]])
    func `other bytes are not equal`(other: [UInt8]) {
        #expect(!constantTimeEqual([1, 2, 3], to: other))
    }
}
