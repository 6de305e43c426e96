// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite(.enabled(if: MLDSAParameterSet.mlDSA44.isAvailable, "OpenSSL knows ML-DSA from version 3.5 on"))
struct MLDSATests {
    let message = [UInt8]("thumbturn".utf8)

    @Test func `another implementation's signature is valid`() throws {
        let key = try PublicKey.mlDSA(.mlDSA44, bytes: hex(MLDSAFixtures.publicKey))
        #expect(key.isValid(signature: hex(MLDSAFixtures.signature), for: message, scheme: .mlDSA))
    }

    @Test func `a signature of another parameter set is not valid`() {
        let signature = hex(MLDSAFixtures.signature)
        let key = PrivateKey.generate(.mlDSA(.mlDSA65)).publicKey
        #expect(!key.isValid(signature: signature, for: message, scheme: .mlDSA))
    }

    @Test(arguments: MLDSAParameterSet.allCases)
    func `a signature has its parameter set's length`(set: MLDSAParameterSet) {
        let key = PrivateKey.generate(.mlDSA(set))
        #expect(key.sign(message, scheme: .mlDSA).count == set.signatureByteCount)
    }

    @Test(arguments: MLDSAParameterSet.allCases)
    func `a decoded key equals the key from its bytes`(set: MLDSAParameterSet) throws {
        let key = PrivateKey.generate(.mlDSA(set)).publicKey
        let read = try PublicKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo)
        #expect(read == key)
        #expect(read.kind == .mlDSA(set))
    }
}
