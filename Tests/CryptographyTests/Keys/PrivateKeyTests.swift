// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing
import WireFormats

@Suite struct PrivateKeyTests {
    let p256 = hex(EllipticFixtures.p256PKCS8)

    static let kinds: [KeyKind] =
        EllipticCurve.allCases.map { .elliptic($0) } + EdwardsCurve.allCases.map { .edwards($0) }
        + MLDSAParameterSet.allCases.filter(\.isAvailable).map { .mlDSA($0) } + [.rsa(bits: 2048), .rsa(bits: 3072)]

    @Test(arguments: kinds)
    func `a generated key is encoded and decoded in PKCS 8`(kind: KeyKind) throws {
        let key = PrivateKey.generate(kind)
        let copy = try #require(PrivateKey(privateKeyInfo: key.privateKeyInfo))
        #expect(copy.publicKey == key.publicKey)
        #expect(copy.kind == kind)
    }

    @Test func `another implementation's key can be read`() throws {
        let key = try #require(PrivateKey(privateKeyInfo: p256))
        #expect(key.publicKey.subjectPublicKeyInfo == hex(EllipticFixtures.p256SPKI))
    }

    @Test func `generated keys are different`() {
        #expect(PrivateKey.generate(.edwards(.ed25519)).publicKey != PrivateKey.generate(.edwards(.ed25519)).publicKey)
    }

    @Test func `the public key's encoding doesn't contain the private key`() {
        let key = PrivateKey.generate(.elliptic(.p256))
        #expect(key.publicKey.subjectPublicKeyInfo.count == 91)
    }

    @Test func `the public key outlives the private one`() {
        let key = PrivateKey.generate(.elliptic(.p256)).publicKey
        #expect(!key.isValid(signature: [1], for: [1], scheme: .ecdsa(.sha256)))
    }

    @Test func `bytes after the key are rejected`() {
        #expect(PrivateKey(privateKeyInfo: p256 + [0]) == nil)
    }

    @Test func `a truncated key is rejected`() {
        for count in p256.indices {
            #expect(PrivateKey(privateKeyInfo: [UInt8](p256.prefix(count))) == nil)
        }
    }

    @Test func `a private key with another key's public half is rejected`() throws {
        let other = try #require(PrivateKey.generate(.elliptic(.p256)).publicKey.ellipticPoint)
        #expect(PrivateKey(privateKeyInfo: p256.dropLast(64) + other.x + other.y) == nil)
    }

    @Test func `a private RSA key with another key's modulus is rejected`() throws {
        let key = PrivateKey.generate(.rsa(bits: 2048))
        let modulus = try #require(key.publicKey.rsaComponents).modulus
        var info = key.privateKeyInfo
        let place = try #require(info.firstRange(of: modulus))
        for position in [place.lowerBound + 1, place.lowerBound + 128, place.upperBound - 2] {
            info[position] ^= 0x10
            #expect(PrivateKey(privateKeyInfo: info) == nil)
            info[position] ^= 0x10
        }
        #expect(PrivateKey(privateKeyInfo: info) != nil)
    }

    @Test func `a private RSA key that cannot sign is rejected`() throws {
        var info = PrivateKey.generate(.rsa(bits: 2048)).privateKeyInfo
        let factor = try firstFactor(of: info)
        let place = try #require(info.firstRange(of: factor))
        // OpenSSL calculates modulo the factors, for which they have to be odd.
        info[place.upperBound - 1] ^= 1
        #expect(PrivateKey(privateKeyInfo: info) == nil)
    }

    /// `prime1` (RFC 8017, appendix A.1.2), inside PKCS #8.
    private func firstFactor(of info: [UInt8]) throws -> [UInt8] {
        var outer = DERReader(info)
        var fields = try outer.next(.sequence).reader()
        _ = (try fields.next(.integer), try fields.next(.sequence))
        var wrapped = try fields.next(.octetString).reader()
        var numbers = try wrapped.next(.sequence).reader()
        for _ in 0..<4 { _ = try numbers.next(.integer) }
        return Array(try numbers.next(.integer).contents)
    }

    @Test func `a kind of key that is not supported is rejected`() {
        // RFC 8410, section 7, with X25519's identifier.
        let key = hex("302e020100300506032b656e04220420") + [UInt8](repeating: 8, count: 32)
        #expect(PrivateKey(privateKeyInfo: key) == nil)
    }
}
