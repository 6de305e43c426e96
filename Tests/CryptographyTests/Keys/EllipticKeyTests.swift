// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct EllipticKeyTests {
    struct Sample: Sendable {
        let curve: EllipticCurve
        let x: [UInt8]
        let y: [UInt8]
        let subjectPublicKeyInfo: [UInt8]
    }

    static let samples = [
        Sample(
            curve: .p256, x: hex(EllipticFixtures.p256X), y: hex(EllipticFixtures.p256Y),
            subjectPublicKeyInfo: hex(EllipticFixtures.p256SPKI)),
        Sample(
            curve: .p384, x: hex(EllipticFixtures.p384X), y: hex(EllipticFixtures.p384Y),
            subjectPublicKeyInfo: hex(EllipticFixtures.p384SPKI)),
        Sample(
            curve: .p521, x: hex(EllipticFixtures.p521X), y: hex(EllipticFixtures.p521Y),
            subjectPublicKeyInfo: hex(EllipticFixtures.p521SPKI)),
        Sample(
            curve: .secp256k1, x: hex(EllipticFixtures.secp256k1X), y: hex(EllipticFixtures.secp256k1Y),
            subjectPublicKeyInfo: hex(EllipticFixtures.secp256k1SPKI)),
    ]

    @Test(arguments: samples)
    func `a key from coordinates is encoded like another implementation's`(sample: Sample) throws {
        let key = try PublicKey.elliptic(sample.curve, x: sample.x, y: sample.y)
        #expect(key.subjectPublicKeyInfo == sample.subjectPublicKeyInfo)
    }

    @Test(arguments: samples)
    func `a decoded key equals the key from its coordinates`(sample: Sample) throws {
        let read = try PublicKey(subjectPublicKeyInfo: sample.subjectPublicKeyInfo)
        #expect(try read == PublicKey.elliptic(sample.curve, x: sample.x, y: sample.y))
        #expect(read.kind == .elliptic(sample.curve))
    }

    @Test(arguments: samples)
    func `a key has its coordinates`(sample: Sample) throws {
        let point = try #require(try PublicKey(subjectPublicKeyInfo: sample.subjectPublicKeyInfo).ellipticPoint)
        #expect(point.x == sample.x)
        #expect(point.y == sample.y)
    }

    @Test(arguments: samples)
    func `a point that is not on the curve is rejected`(sample: Sample) {
        var y = sample.y
        y[y.count - 1] ^= 1
        #expect(throws: KeyRejection.pointNotOnCurve) { try PublicKey.elliptic(sample.curve, x: sample.x, y: y) }
    }

    @Test(arguments: samples)
    func `the origin is not a point`(sample: Sample) {
        let zero = [UInt8](repeating: 0, count: sample.curve.coordinateByteCount)
        #expect(throws: KeyRejection.pointNotOnCurve) { try PublicKey.elliptic(sample.curve, x: zero, y: zero) }
    }

    @Test(arguments: samples)
    func `coordinates of all ones are above the field's prime and rejected`(sample: Sample) {
        let ones = [UInt8](repeating: 0xFF, count: sample.curve.coordinateByteCount)
        #expect(throws: KeyRejection.pointNotOnCurve) { try PublicKey.elliptic(sample.curve, x: ones, y: ones) }
    }

    @Test func `a coordinate above the field's prime is rejected`() {
        // On P-256 x = 5 has a point; 5 + p fits 32 bytes as well.
        let x = hex("ffffffff00000001000000000000000000000001000000000000000000000004")
        let y = hex("459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc")
        let small = [UInt8](repeating: 0, count: 31) + [5]
        #expect(throws: Never.self) { try PublicKey.elliptic(.p256, x: small, y: y) }
        #expect(throws: KeyRejection.pointNotOnCurve) { try PublicKey.elliptic(.p256, x: x, y: y) }
    }

    @Test(arguments: [0, 31, 33])
    func `a coordinate of another length is rejected`(count: Int) {
        let x = [UInt8](repeating: 1, count: count)
        let y = hex(EllipticFixtures.p256Y)
        #expect(throws: KeyRejection.coordinateLength(count)) { try PublicKey.elliptic(.p256, x: x, y: y) }
        #expect(throws: KeyRejection.coordinateLength(count)) { try PublicKey.elliptic(.p256, x: y, y: x) }
    }

    @Test func `a compressed point can be read`() throws {
        let key = try PublicKey(subjectPublicKeyInfo: hex(EllipticFixtures.p256CompressedSPKI))
        #expect(
            try key
                == PublicKey.elliptic(.p256, x: hex(EllipticFixtures.p256X), y: hex(EllipticFixtures.p256Y)))
        #expect(try #require(key.ellipticPoint).y == hex(EllipticFixtures.p256Y))
    }

    @Test func `keys of different curves are different`() throws {
        let first = try PublicKey(subjectPublicKeyInfo: hex(EllipticFixtures.p256SPKI))
        let second = try PublicKey(subjectPublicKeyInfo: hex(EllipticFixtures.secp256k1SPKI))
        #expect(first != second)
    }

    @Test func `two keys of the same curve are different`() throws {
        let first = try PublicKey(subjectPublicKeyInfo: hex(EllipticFixtures.p256SPKI))
        #expect(first != PrivateKey.generate(.elliptic(.p256)).publicKey)
    }
}
