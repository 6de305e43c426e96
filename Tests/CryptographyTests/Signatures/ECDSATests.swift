// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct ECDSATests {
    struct Sample: Sendable {
        let curve: EllipticCurve
        let digest: DigestAlgorithm
        let key: String
        let signature: String
    }

    static let samples = [
        Sample(
            curve: .p256, digest: .sha256, key: EllipticFixtures.p256SPKI,
            signature: EllipticFixtures.p256Signature),
        Sample(
            curve: .p384, digest: .sha384, key: EllipticFixtures.p384SPKI,
            signature: EllipticFixtures.p384Signature),
        Sample(
            curve: .p521, digest: .sha512, key: EllipticFixtures.p521SPKI,
            signature: EllipticFixtures.p521Signature),
        Sample(
            curve: .secp256k1, digest: .sha256, key: EllipticFixtures.secp256k1SPKI,
            signature: EllipticFixtures.secp256k1Signature),
    ]

    /// The order of P-256.
    static let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    static let message = [UInt8]("thumbturn".utf8)

    let key: PublicKey
    let r: [UInt8]
    let s: [UInt8]

    init() throws {
        let privateKey = try #require(PrivateKey(privateKeyInfo: hex(EllipticFixtures.p256PKCS8)))
        key = privateKey.publicKey
        let raw = privateKey.signRaw(Self.message, digest: .sha256)
        r = [UInt8](raw.prefix(32))
        s = [UInt8](raw.suffix(32))
    }

    private func isValid(_ signature: [UInt8]) -> Bool {
        key.isValid(signature: signature, for: Self.message, scheme: .ecdsa(.sha256))
    }

    private func integer(_ number: [UInt8]) -> [UInt8] {
        let minimal = [UInt8](number.drop { $0 == 0 })
        return (minimal.first ?? 0x80) >= 0x80 ? [0] + minimal : minimal
    }

    private func element(tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        [tag, UInt8(contents.count)] + contents
    }

    private func signature(r: [UInt8], s: [UInt8]) -> [UInt8] {
        element(tag: 0x30, element(tag: 0x02, r) + element(tag: 0x02, s))
    }

    @Test(arguments: samples)
    func `another implementation's signature is valid`(sample: Sample) throws {
        let key = try PublicKey(subjectPublicKeyInfo: hex(sample.key))
        #expect(key.isValid(signature: hex(sample.signature), for: Self.message, scheme: .ecdsa(sample.digest)))
    }

    @Test func `the two numbers in DER are valid`() {
        #expect(isValid(signature(r: integer(r), s: integer(s))))
    }

    @Test func `a length in the long form is not valid`() {
        let contents = element(tag: 0x02, integer(r)) + element(tag: 0x02, integer(s))
        #expect(!isValid([0x30, 0x81, UInt8(contents.count)] + contents))
        let longInner = [0x02, 0x81, UInt8(integer(r).count)] + integer(r) + element(tag: 0x02, integer(s))
        #expect(!isValid(element(tag: 0x30, longInner)))
    }

    @Test func `an indefinite length is not valid`() {
        let contents = element(tag: 0x02, integer(r)) + element(tag: 0x02, integer(s))
        #expect(!isValid([0x30, 0x80] + contents + [0, 0]))
    }

    @Test func `numbers with needless zero bytes are not valid`() {
        #expect(!isValid(signature(r: [0] + integer(r), s: integer(s))))
        #expect(!isValid(signature(r: integer(r), s: [0, 0] + integer(s))))
    }

    @Test func `bytes after the sequence are not valid`() {
        #expect(!isValid(signature(r: integer(r), s: integer(s)) + [0]))
    }

    @Test func `bytes after the numbers are not valid`() {
        #expect(
            !isValid(
                element(tag: 0x30, element(tag: 0x02, integer(r)) + element(tag: 0x02, integer(s)) + [0x05, 0x00])))
    }

    @Test func `a number that is zero is not valid`() {
        #expect(!isValid(signature(r: [0], s: integer(s))))
        #expect(!isValid(signature(r: integer(r), s: [0])))
        #expect(!isValid(signature(r: [0], s: [0])))
    }

    @Test func `a number that is the curve's order is not valid`() {
        #expect(!isValid(signature(r: integer(Self.order), s: integer(s))))
        #expect(!isValid(signature(r: integer(r), s: integer(Self.order))))
    }

    @Test func `a number plus the curve's order is not valid`() {
        #expect(!isValid(signature(r: integer(r), s: integer(sum(s, and: Self.order)))))
        #expect(!isValid(signature(r: integer(sum(r, and: Self.order)), s: integer(s))))
    }

    @Test func `negative numbers are not valid`() {
        #expect(!isValid(signature(r: [0x80] + r.dropFirst(), s: integer(s))))
        #expect(!isValid(signature(r: [0xFF], s: [0xFF])))
    }

    @Test func `numbers of no length are not valid`() {
        #expect(!isValid(hex("3004020002 00")))
        #expect(!isValid([0x30, 0x00]))
    }

    @Test func `raw numbers are not valid as DER`() {
        #expect(!isValid(r + s))
    }

    @Test func `raw numbers are valid as raw numbers`() {
        #expect(key.isValid(rawECDSASignature: r + s, for: Self.message, digest: .sha256))
    }

    @Test func `DER is not valid as raw numbers`() {
        let der = signature(r: integer(r), s: integer(s))
        #expect(!key.isValid(rawECDSASignature: der, for: Self.message, digest: .sha256))
    }

    @Test func `raw numbers of another length are not valid`() {
        for raw in [[], r, r + s + [0], r + [0] + s, [0] + r + s, [0] + r + [0] + s] {
            #expect(!key.isValid(rawECDSASignature: raw, for: Self.message, digest: .sha256))
        }
    }

    @Test func `raw numbers that are zero are not valid`() {
        let zero = [UInt8](repeating: 0, count: 32)
        for raw in [zero + zero, zero + s, r + zero] {
            #expect(!key.isValid(rawECDSASignature: raw, for: Self.message, digest: .sha256))
        }
    }

    @Test func `raw numbers are not valid for a key that is not elliptic`() throws {
        let edwards = try PublicKey.edwards(.ed25519, bytes: [UInt8](repeating: 3, count: 32))
        #expect(!edwards.isValid(rawECDSASignature: r + s, for: Self.message, digest: .sha256))
    }

    @Test(arguments: EllipticCurve.allCases)
    func `signed raw numbers have the coordinates' length, and are valid`(curve: EllipticCurve) {
        let key = PrivateKey.generate(.elliptic(curve))
        // Of 300 signatures some have numbers with leading zero bytes.
        for message in (0..<300).map({ [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }) {
            let signature = key.signRaw(message, digest: .sha256)
            #expect(signature.count == 2 * curve.coordinateByteCount)
            #expect(key.publicKey.isValid(rawECDSASignature: signature, for: message, digest: .sha256))
        }
    }

    private func sum(_ left: [UInt8], and right: [UInt8]) -> [UInt8] {
        var carry = 0
        var digits: [UInt8] = []
        for (a, b) in zip(left.reversed(), right.reversed()) {
            carry += Int(a) + Int(b)
            digits.append(UInt8(carry & 0xFF))
            carry >>= 8
        }
        return [UInt8(carry)] + digits.reversed()
    }
}
