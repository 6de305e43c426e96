// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct RSASignatureTests {
    static let message = [UInt8]("thumbturn".utf8)

    let key: PublicKey

    init() throws {
        key = try PublicKey.rsa(modulus: hex(RSAFixtures.rsaModulus), exponent: [1, 0, 1])
    }

    private func isValid(_ signature: String, scheme: SignatureScheme) -> Bool {
        key.isValid(signature: hex(signature), for: Self.message, scheme: scheme)
    }

    @Test func `another implementation's signatures are valid`() {
        #expect(isValid(RSAFixtures.rsaPKCS1SHA1Signature, scheme: .rsaPKCS1(.sha1)))
        #expect(isValid(RSAFixtures.rsaPKCS1SHA512Signature, scheme: .rsaPKCS1(.sha512)))
        #expect(isValid(RSAFixtures.rsaPSSSignature, scheme: .rsaPSS(.sha256)))
    }

    @Test func `a PSS signature without salt is not valid`() {
        #expect(!isValid(RSAFixtures.rsaPSSSignatureWithoutSalt, scheme: .rsaPSS(.sha256)))
    }

    @Test func `a PSS signature with a salt longer than the digest is not valid`() {
        #expect(!isValid(RSAFixtures.rsaPSSSignatureWithLongSalt, scheme: .rsaPSS(.sha256)))
    }

    @Test func `a PSS signature with another digest in its mask is not valid`() {
        #expect(!isValid(RSAFixtures.rsaPSSSignatureWithOtherMask, scheme: .rsaPSS(.sha256)))
    }

    @Test func `a signature that starts with a zero byte is valid at full length only`() {
        let signature = hex(RSAFixtures.rsaSignatureStartingWithZero)
        let message = [UInt8]("message 235".utf8)
        #expect(signature.first == 0)
        #expect(key.isValid(signature: signature, for: message, scheme: .rsaPKCS1(.sha256)))
        #expect(!key.isValid(signature: [UInt8](signature.dropFirst()), for: message, scheme: .rsaPKCS1(.sha256)))
    }

    @Test func `a PSS signature that starts with a zero byte is valid at full length only`() throws {
        let key = try PublicKey.rsa(modulus: hex(RSAFixtures.rsaPSSOtherModulus), exponent: [1, 0, 1])
        let signature = hex(RSAFixtures.rsaPSSSignatureStartingWithZero)
        #expect(signature.first == 0)
        #expect(key.isValid(signature: signature, for: Self.message, scheme: .rsaPSS(.sha256)))
        #expect(!key.isValid(signature: [UInt8](signature.dropFirst()), for: Self.message, scheme: .rsaPSS(.sha256)))
    }

    @Test func `the modulus itself is not a valid signature`() {
        #expect(!isValid(RSAFixtures.rsaModulus, scheme: .rsaPKCS1(.sha256)))
        #expect(!isValid(RSAFixtures.rsaModulus, scheme: .rsaPSS(.sha256)))
    }

    @Test(arguments: [0, 1] as [UInt8])
    func `a signature of zero or one is not valid`(number: UInt8) {
        let signature = [UInt8](repeating: 0, count: 255) + [number]
        #expect(!key.isValid(signature: signature, for: Self.message, scheme: .rsaPKCS1(.sha256)))
        #expect(!key.isValid(signature: signature, for: Self.message, scheme: .rsaPSS(.sha256)))
    }
}
