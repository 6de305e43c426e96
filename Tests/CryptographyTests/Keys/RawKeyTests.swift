// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct RawKeyTests {
    /// RFC 8032, section 7.1, test 1.
    let ed25519 = hex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")

    @Test func `an Ed25519 key has its bytes`() throws {
        let key = try PublicKey.edwards(.ed25519, bytes: ed25519)
        #expect(key.edwardsBytes == ed25519)
        #expect(key.kind == .edwards(.ed25519))
    }

    @Test func `an Ed25519 key is encoded as in RFC 8410`() throws {
        #expect(
            try PublicKey.edwards(.ed25519, bytes: ed25519).subjectPublicKeyInfo
                == hex("302a300506032b6570032100") + ed25519)
    }

    @Test func `a decoded Ed25519 key equals the key from its bytes`() throws {
        let read = try PublicKey(subjectPublicKeyInfo: hex("302a300506032b6570032100") + ed25519)
        #expect(try read == PublicKey.edwards(.ed25519, bytes: ed25519))
    }

    /// Numbers y to which no x belongs, and one to which x belongs but which is written with the prime added.
    @Test(arguments: [
        (EdwardsCurve.ed25519, "02" + String(repeating: "00", count: 31)),
        (.ed25519, "07" + String(repeating: "00", count: 30) + "80"),
        (.ed25519, "f0" + String(repeating: "ff", count: 30) + "7f"),
        (.ed448, "02" + String(repeating: "00", count: 56)),
        (.ed448, "03" + String(repeating: "00", count: 55) + "01"),
    ])
    func `an Edwards key that is not a point is rejected`(curve: EdwardsCurve, bytes: String) {
        #expect(throws: KeyRejection.pointNotOnCurve) { try PublicKey.edwards(curve, bytes: hex(bytes)) }
    }

    @Test func `an X.509 encoded Edwards key that is not a point is rejected`() {
        let point = hex("02") + [UInt8](repeating: 0, count: 31)
        #expect(throws: KeyRejection.pointNotOnCurve) {
            try PublicKey(subjectPublicKeyInfo: hex("302a300506032b6570032100") + point)
        }
    }

    @Test(arguments: EdwardsCurve.allCases)
    func `a generated Edwards key is a point`(curve: EdwardsCurve) throws {
        for _ in 0..<16 {
            let bytes = try #require(PrivateKey.generate(.edwards(curve)).publicKey.edwardsBytes)
            #expect(try PublicKey.edwards(curve, bytes: bytes).edwardsBytes == bytes)
        }
    }

    @Test(arguments: EdwardsCurve.allCases)
    func `an Edwards key of another length is rejected`(curve: EdwardsCurve) {
        for count in [0, curve.keyByteCount - 1, curve.keyByteCount + 1] {
            #expect(throws: KeyRejection.keyLength(count)) {
                try PublicKey.edwards(curve, bytes: [UInt8](repeating: 1, count: count))
            }
        }
    }

    @Test(arguments: MLDSAParameterSet.allCases)
    func `an ML-DSA key of another length is rejected`(set: MLDSAParameterSet) {
        for count in [0, set.publicKeyByteCount - 1, set.publicKeyByteCount + 1] {
            #expect(throws: KeyRejection.keyLength(count)) {
                try PublicKey.mlDSA(set, bytes: [UInt8](repeating: 1, count: count))
            }
        }
    }

    @Test(arguments: MLDSAParameterSet.allCases.filter { !$0.isAvailable })
    func `an ML-DSA key is rejected where OpenSSL does not know the algorithm`(set: MLDSAParameterSet) {
        #expect(throws: KeyRejection.algorithmUnavailable) {
            try PublicKey.mlDSA(set, bytes: [UInt8](repeating: 1, count: set.publicKeyByteCount))
        }
    }

    @Test(arguments: MLDSAParameterSet.allCases.filter(\.isAvailable))
    func `an ML-DSA key has its bytes`(set: MLDSAParameterSet) throws {
        let bytes = try #require(PrivateKey.generate(.mlDSA(set)).publicKey.mlDSABytes)
        #expect(bytes.count == set.publicKeyByteCount)
        #expect(try PublicKey.mlDSA(set, bytes: bytes).mlDSABytes == bytes)
    }

    @Test func `a key of one kind has no parts of another`() throws {
        let key = try PublicKey.edwards(.ed25519, bytes: ed25519)
        #expect(key.ellipticPoint == nil)
        #expect(key.rsaComponents == nil)
        #expect(key.mlDSABytes == nil)
        #expect(try PublicKey(subjectPublicKeyInfo: hex(EllipticFixtures.p256SPKI)).edwardsBytes == nil)
    }
}
