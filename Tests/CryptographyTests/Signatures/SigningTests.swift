// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct SigningTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let key: PrivateKey
        let scheme: SignatureScheme
        var testDescription: String { "\(key.kind), \(scheme)" }
    }

    static let samples: [Sample] =
        EllipticCurve.allCases.flatMap { curve in
            let key = PrivateKey.generate(.elliptic(curve))
            return DigestAlgorithm.allCases.map { Sample(key: key, scheme: .ecdsa($0)) }
        }
        + DigestAlgorithm.allCases.flatMap {
            [Sample(key: rsaKey, scheme: .rsaPKCS1($0)), Sample(key: rsaKey, scheme: .rsaPSS($0))]
        }
        + EdwardsCurve.allCases.map { Sample(key: .generate(.edwards($0)), scheme: .eddsa) }
        + MLDSAParameterSet.allCases.filter(\.isAvailable).map { Sample(key: .generate(.mlDSA($0)), scheme: .mlDSA) }

    static let rsaKey = PrivateKey.generate(.rsa(bits: 2048))

    @Test(arguments: samples)
    func `a public key accepts what its private key signed`(sample: Sample) {
        let signature = sample.key.sign([1, 2, 3], scheme: sample.scheme)
        #expect(sample.key.publicKey.isValid(signature: signature, for: [1, 2, 3], scheme: sample.scheme))
    }

    @Test(arguments: samples)
    func `a key may sign more than once`(sample: Sample) {
        _ = sample.key.sign([1], scheme: sample.scheme)
        let signature = sample.key.sign([2], scheme: sample.scheme)
        #expect(sample.key.publicKey.isValid(signature: signature, for: [2], scheme: sample.scheme))
    }

    @Test(arguments: samples)
    func `an empty message can be signed`(sample: Sample) {
        let signature = sample.key.sign([], scheme: sample.scheme)
        #expect(sample.key.publicKey.isValid(signature: signature, for: [], scheme: sample.scheme))
    }

    @Test(arguments: samples)
    func `a signature is not valid for another message`(sample: Sample) {
        let signature = sample.key.sign([1, 2, 3], scheme: sample.scheme)
        #expect(!sample.key.publicKey.isValid(signature: signature, for: [1, 2, 4], scheme: sample.scheme))
    }

    @Test(arguments: samples)
    func `a signature with any byte changed is not valid`(sample: Sample) {
        let signature = sample.key.sign([1, 2, 3], scheme: sample.scheme)
        for index in stride(from: 0, to: signature.count, by: max(signature.count / 32, 1)) {
            var changed = signature
            changed[index] ^= 1
            #expect(!sample.key.publicKey.isValid(signature: changed, for: [1, 2, 3], scheme: sample.scheme))
        }
    }

    @Test(arguments: samples)
    func `an empty signature is not valid`(sample: Sample) {
        #expect(!sample.key.publicKey.isValid(signature: [], for: [1, 2, 3], scheme: sample.scheme))
    }

    @Test(arguments: samples)
    func `a signature with a byte more or less is not valid`(sample: Sample) {
        let signature = sample.key.sign([1, 2, 3], scheme: sample.scheme)
        let key = sample.key.publicKey
        #expect(!key.isValid(signature: signature + [0], for: [1, 2, 3], scheme: sample.scheme))
        #expect(!key.isValid(signature: [0] + signature, for: [1, 2, 3], scheme: sample.scheme))
        #expect(!key.isValid(signature: signature.dropLast(), for: [1, 2, 3], scheme: sample.scheme))
    }

    @Test(arguments: samples)
    func `a signature is not valid under any other scheme`(sample: Sample) {
        let signature = sample.key.sign([1, 2, 3], scheme: sample.scheme)
        for scheme in Set(Self.samples.map(\.scheme) + [.mlDSA]) where scheme != sample.scheme {
            #expect(!sample.key.publicKey.isValid(signature: signature, for: [1, 2, 3], scheme: scheme))
        }
    }

    @Test(arguments: samples)
    func `a signature is not valid for another key`(sample: Sample) {
        let signature = sample.key.sign([1, 2, 3], scheme: sample.scheme)
        for other in Self.samples where other.key.publicKey != sample.key.publicKey {
            #expect(!other.key.publicKey.isValid(signature: signature, for: [1, 2, 3], scheme: sample.scheme))
        }
    }
}
