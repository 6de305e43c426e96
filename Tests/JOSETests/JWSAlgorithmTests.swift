// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
import Testing
import WireFormats

@Suite struct JWSAlgorithmTests {
    struct Sample: Sendable {
        let algorithm: JWSAlgorithm
        let key: PrivateKey
    }

    static let rsaKey = PrivateKey.generate(.rsa(bits: 2048))
    static let samples =
        [JWSAlgorithm.rs256, .rs384, .rs512, .ps256, .ps384, .ps512].map { Sample(algorithm: $0, key: rsaKey) } + [
            Sample(algorithm: .es256, key: .generate(.elliptic(.p256))),
            Sample(algorithm: .es384, key: .generate(.elliptic(.p384))),
            Sample(algorithm: .es512, key: .generate(.elliptic(.p521))),
            Sample(algorithm: .edDSA, key: .generate(.edwards(.ed25519))),
            Sample(algorithm: .edDSA, key: .generate(.edwards(.ed448))),
        ]

    @Test(arguments: JWSAlgorithm.all)
    func `an algorithm is found by its name`(algorithm: JWSAlgorithm) {
        #expect(JWSAlgorithm.named(algorithm.name) == algorithm)
    }

    @Test func `the table has the ten algorithms`() {
        let names = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
        #expect(JWSAlgorithm.all.map(\.name) == names)
    }

    @Test(arguments: ["none", "None", "HS256", "es256", "ES256K", "", "RS1"])
    func `an unknown name has no algorithm`(name: String) {
        #expect(JWSAlgorithm.named(name) == nil)
    }

    @Test(arguments: samples)
    func `an algorithm verifies its own signatures`(sample: Sample) {
        let signature = sample.algorithm.sign([1, 2, 3], with: sample.key)
        #expect(sample.algorithm.verify(signature: signature, over: [1, 2, 3], with: sample.key.publicKey))
        #expect(!sample.algorithm.verify(signature: signature, over: [1, 2], with: sample.key.publicKey))
    }

    @Test(arguments: samples)
    func `no other algorithm verifies the signature`(sample: Sample) {
        let signature = sample.algorithm.sign([1, 2, 3], with: sample.key)
        for other in JWSAlgorithm.all where other != sample.algorithm {
            #expect(!other.verify(signature: signature, over: [1, 2, 3], with: sample.key.publicKey))
        }
    }

    @Test func `Ed25519 is EdDSA with keys of this curve only`() {
        for (curve, isAccepted) in [(EdwardsCurve.ed25519, true), (.ed448, false)] {
            let key = PrivateKey.generate(.edwards(curve))
            let signature = JWSAlgorithm.edDSA.sign([1], with: key)
            #expect(JWSAlgorithm.ed25519.verify(signature: signature, over: [1], with: key.publicKey) == isAccepted)
        }
    }

    @Test func `ES256 rejects secp256k1 keys, whose coordinates have the same length`() {
        let key = PrivateKey.generate(.elliptic(.secp256k1))
        let signature = key.signRaw([1], digest: .sha256)
        #expect(!JWSAlgorithm.es256.verify(signature: signature, over: [1], with: key.publicKey))
    }

    @Test(arguments: [
        (TokenFixtures.rs256, TokenFixtures.rsaKey), (TokenFixtures.rs384, TokenFixtures.rsaKey),
        (TokenFixtures.rs512, TokenFixtures.rsaKey), (TokenFixtures.ps256, TokenFixtures.rsaKey),
        (TokenFixtures.ps384, TokenFixtures.rsaKey), (TokenFixtures.ps512, TokenFixtures.rsaKey),
        (TokenFixtures.es256, TokenFixtures.p256Key), (TokenFixtures.es384, TokenFixtures.p384Key),
        (TokenFixtures.es512, TokenFixtures.p512Key), (TokenFixtures.edDSA, TokenFixtures.ed448Key),
    ])
    func `another implementation's token is verified`(token: String, key: String) throws {
        let jws = try CompactJWS(token)
        let key = try PublicKey(subjectPublicKeyInfo: #require(Base64.decode(key)))
        #expect(throws: Never.self) { try jws.verify(with: key, algorithms: JWSAlgorithm.all) }
        #expect(jws.payload == [UInt8](#"{"iss":"thumbturn"}"#.utf8))
    }
}
