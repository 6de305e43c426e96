// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// A key is the same in COSE and X.509, its numbers are in the input, and trivial signatures are invalid.
    static let coseKey = FuzzTarget(name: "cose-key", accepts: ["an elliptic key", "an RSA key", "an Edwards key"]) {
        bytes in
        let credentialKey: CredentialPublicKey
        do throws(COSEKeyRejection) {
            credentialKey = try CredentialPublicKey(coseBytes: bytes)
        } catch {
            requireExplained(.publicKeyUnacceptable(error) as RegistrationRejection)
            requireExplained(.publicKeyUnacceptable(error) as AuthenticationRejection)
            return
        }
        require(credentialKey.coseBytes == bytes, "the key bytes are unchanged")
        require(COSEAlgorithm.named(credentialKey.algorithm)?.isAvailable == true, "the algorithm is available")
        let key = credentialKey.key
        require((try? CredentialPublicKey(coseBytes: bytes))?.key == key, "parsing is deterministic")
        require((try? CredentialPublicKey(coseBytes: bytes + [0])) == nil, "trailing bytes are rejected")
        let again = try? PublicKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo)
        require(again == key && again?.kind == key.kind, "the key is the same in X.509")
        for number in numbers(of: key) { require(isPart(number, of: bytes), "the key's numbers are in the input") }
        for signature in simpleSignatures {
            require(!credentialKey.isValid(signature: signature, for: bytes), "trivial signatures are invalid")
        }
    }

    private static func numbers(of key: PublicKey) -> [[UInt8]] {
        if let point = key.ellipticPoint {
            accepted("an elliptic key")
            return [point.x, point.y]
        }
        if let rsa = key.rsaComponents {
            accepted("an RSA key")
            return [rsa.modulus, rsa.exponent]
        }
        if key.edwardsBytes != nil { accepted("an Edwards key") }
        return [key.edwardsBytes, key.mlDSABytes].compactMap(\.self)
    }

    /// Trivial signatures: zeros and ones in the formats of the algorithms.
    private static let simpleSignatures: [[UInt8]] = {
        let lengths = [64, 114, 256]
        let zeros = lengths.map { [UInt8](repeating: 0, count: $0) }
        let ones = lengths.map { [1] + [UInt8](repeating: 0, count: $0 - 1) }
        let pairs: [[UInt8]] = [[0, 0], [0, 1], [1, 0], [1, 1]].map { [0x30, 6, 2, 1, $0[0], 2, 1, $0[1]] }
        return [[]] + zeros + ones + pairs
    }()
}
