// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct SubjectPublicKeyInfoTests {
    let p256 = hex(EllipticFixtures.p256SPKI)

    @Test(arguments: [
        UnsupportedKeyFixtures.brainpool, UnsupportedKeyFixtures.p224, UnsupportedKeyFixtures.x25519,
        UnsupportedKeyFixtures.dsa, UnsupportedKeyFixtures.rsaBoundToPSS,
    ])
    func `a key of a kind that is not supported is rejected`(key: String) {
        #expect(throws: KeyRejection.algorithmUnavailable) { try PublicKey(subjectPublicKeyInfo: hex(key)) }
    }

    @Test func `a key of an unknown algorithm is rejected`() {
        var key = hex("302a300506032b6570032100") + [UInt8](repeating: 1, count: 32)
        key[8] = 0x7F
        #expect(throws: KeyRejection.algorithmUnavailable) { try PublicKey(subjectPublicKeyInfo: key) }
    }

    @Test func `a curve with explicit parameters is rejected`() {
        #expect(throws: KeyRejection.malformed) {
            try PublicKey(subjectPublicKeyInfo: hex(UnsupportedKeyFixtures.explicitCurve))
        }
    }

    @Test func `a weak RSA key is rejected`() {
        #expect(throws: KeyRejection.modulusTooSmall(bits: 1024)) {
            try PublicKey(subjectPublicKeyInfo: hex(UnsupportedKeyFixtures.rsa1024))
        }
    }

    @Test(arguments: ["0203010002", "0203000001", "0201010000"])
    func `an RSA key with an unsafe exponent is rejected`(exponent: String) {
        // The last five bytes are the exponent, 65537.
        let key = hex(RSAFixtures.rsaSPKI).dropLast(5) + hex(exponent)
        #expect(throws: KeyRejection.self) { try PublicKey(subjectPublicKeyInfo: [UInt8](key)) }
    }

    @Test func `an RSA key with an even modulus is rejected`() {
        var key = hex(RSAFixtures.rsaSPKI)
        key[key.count - 6] ^= 1
        #expect(throws: KeyRejection.malformed) { try PublicKey(subjectPublicKeyInfo: key) }
    }

    @Test func `a point that is not on its curve is rejected`() {
        var key = p256
        key[key.count - 1] ^= 1
        #expect(throws: KeyRejection.malformed) { try PublicKey(subjectPublicKeyInfo: key) }
    }

    @Test func `the point at infinity is rejected`() {
        let key = hex("3019301306072a8648ce3d020106082a8648ce3d03010703020000")
        #expect(throws: KeyRejection.malformed) { try PublicKey(subjectPublicKeyInfo: key) }
    }

    @Test func `bytes after the key are rejected`() {
        #expect(throws: KeyRejection.malformed) { try PublicKey(subjectPublicKeyInfo: p256 + [0]) }
    }

    @Test func `a truncated key is rejected`() {
        for count in p256.indices {
            #expect(throws: KeyRejection.self) { try PublicKey(subjectPublicKeyInfo: [UInt8](p256.prefix(count))) }
        }
    }
}
