// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct SigningTests {
    static let pairs: [(KeyKind, SignatureScheme)] =
        EllipticCurve.allCases.flatMap { curve in
            DigestAlgorithm.allCases.map { (.elliptic(curve), .ecdsa($0)) }
        }
        + DigestAlgorithm.allCases.flatMap { [(.rsa(bits: 2048), .rsaPKCS1($0)), (.rsa(bits: 2048), .rsaPSS($0))] }
        + EdwardsCurve.allCases.map { (.edwards($0), .eddsa) }
        + MLDSAParameterSet.allCases.filter(\.isAvailable).map { (.mlDSA($0), .mlDSA) }

    @Test(arguments: pairs)
    func `what a generated key signs, its public key accepts`(kind: KeyKind, scheme: SignatureScheme) {
        let key = PrivateKey.generate(kind)
        let signature = key.sign([1, 2, 3], scheme: scheme)
        #expect(key.publicKey.isValid(signature: signature, for: [1, 2, 3], scheme: scheme))
    }

    @Test(arguments: pairs)
    func `an empty message can be signed`(kind: KeyKind, scheme: SignatureScheme) {
        let key = PrivateKey.generate(kind)
        #expect(key.publicKey.isValid(signature: key.sign([], scheme: scheme), for: [], scheme: scheme))
    }

    @Test(arguments: pairs)
    func `a signature is not valid for another message`(kind: KeyKind, scheme: SignatureScheme) {
        let key = PrivateKey.generate(kind)
        let signature = key.sign([1, 2, 3], scheme: scheme)
        #expect(!key.publicKey.isValid(signature: signature, for: [1, 2, 4], scheme: scheme))
    }

    @Test(arguments: pairs)
    func `a signature is not valid for another key`(kind: KeyKind, scheme: SignatureScheme) {
        let signature = PrivateKey.generate(kind).sign([1, 2, 3], scheme: scheme)
        #expect(!PrivateKey.generate(kind).publicKey.isValid(signature: signature, for: [1, 2, 3], scheme: scheme))
    }

    @Test(arguments: EllipticCurve.allCases)
    func `a raw ECDSA signature has two numbers of the coordinates' length and verifies`(curve: EllipticCurve) {
        let key = PrivateKey.generate(.elliptic(curve))
        for message in 0..<40 as Range<UInt8> {
            let signature = key.signRaw([message], digest: .sha256)
            #expect(signature.count == 2 * curve.coordinateByteCount)
            #expect(key.publicKey.isValid(rawECDSASignature: signature, for: [message], digest: .sha256))
        }
    }

    @Test(arguments: [
        KeyKind.elliptic(.p256), .elliptic(.p384), .elliptic(.p521), .elliptic(.secp256k1), .rsa(bits: 2048),
        .edwards(.ed25519), .edwards(.ed448),
    ])
    func `a private key survives PKCS 8`(kind: KeyKind) throws {
        let key = PrivateKey.generate(kind)
        let copy = try #require(PrivateKey(privateKeyInfo: key.privateKeyInfo))
        #expect(copy.publicKey == key.publicKey)
        #expect(copy.kind == kind)
    }
}
