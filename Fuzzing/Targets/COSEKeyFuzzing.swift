// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// A key is the same however it is written, its numbers are those of the input, and nobody signs without it.
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
        require(credentialKey.coseBytes == bytes, "the key is kept as it came")
        require(COSEAlgorithm.named(credentialKey.algorithm)?.isAvailable == true, "the key has an algorithm")
        let key = credentialKey.key
        require((try? CredentialPublicKey(coseBytes: bytes))?.key == key, "the same bytes are read alike")
        require((try? CredentialPublicKey(coseBytes: bytes + [0])) == nil, "nothing may follow")
        let again = try? PublicKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo)
        require(again == key && again?.kind == key.kind, "a key is the same in X.509")
        for number in numbers(of: key) { require(isPart(number, of: bytes), "the key's numbers stand in the input") }
        for signature in simpleSignatures {
            require(!credentialKey.isValid(signature: signature, for: bytes), "nobody signs without the key")
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

    /// Signatures that need no key: the numbers 0 and 1 in the forms of the algorithms, and the neutral points.
    private static let simpleSignatures: [[UInt8]] = {
        let lengths = [64, 114, 256]
        let zeros = lengths.map { [UInt8](repeating: 0, count: $0) }
        let ones = lengths.map { [1] + [UInt8](repeating: 0, count: $0 - 1) }
        let pairs: [[UInt8]] = [[0, 0], [0, 1], [1, 0], [1, 1]].map { [0x30, 6, 2, 1, $0[0], 2, 1, $0[1]] }
        return [[]] + zeros + ones + pairs
    }()
}
