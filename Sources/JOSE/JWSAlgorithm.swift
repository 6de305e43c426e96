// SPDX-License-Identifier: Apache-2.0

package import Cryptography

/// A signature algorithm of JSON Web Signature (RFC 7518, section 3; RFC 8037; RFC 9864).
package struct JWSAlgorithm: Hashable, Sendable {
    package let name: String
    private let scheme: SignatureScheme
    /// The one curve that an algorithm is bound to.
    private let curve: KeyKind?

    package static let all = [rs256, rs384, rs512, ps256, ps384, ps512, es256, es384, es512, edDSA]

    package static let rs256 = JWSAlgorithm(name: "RS256", scheme: .rsaPKCS1(.sha256))
    package static let rs384 = JWSAlgorithm(name: "RS384", scheme: .rsaPKCS1(.sha384))
    package static let rs512 = JWSAlgorithm(name: "RS512", scheme: .rsaPKCS1(.sha512))
    package static let ps256 = JWSAlgorithm(name: "PS256", scheme: .rsaPSS(.sha256))
    package static let ps384 = JWSAlgorithm(name: "PS384", scheme: .rsaPSS(.sha384))
    package static let ps512 = JWSAlgorithm(name: "PS512", scheme: .rsaPSS(.sha512))
    package static let es256 = JWSAlgorithm(name: "ES256", scheme: .ecdsa(.sha256), curve: .elliptic(.p256))
    package static let es384 = JWSAlgorithm(name: "ES384", scheme: .ecdsa(.sha384), curve: .elliptic(.p384))
    package static let es512 = JWSAlgorithm(name: "ES512", scheme: .ecdsa(.sha512), curve: .elliptic(.p521))
    package static let edDSA = JWSAlgorithm(name: "EdDSA", scheme: .eddsa)
    /// The other name of EdDSA with Ed25519 (RFC 9864). No stored key has it.
    package static let ed25519 = JWSAlgorithm(name: "Ed25519", scheme: .eddsa, curve: .edwards(.ed25519))

    private init(name: String, scheme: SignatureScheme, curve: KeyKind? = nil) {
        self.name = name
        self.scheme = scheme
        self.curve = curve
    }

    /// Returns `nil` for an unknown name, including "none".
    package static func named(_ name: String) -> JWSAlgorithm? {
        all.first { $0.name == name }
    }

    package func verify(signature: [UInt8], over message: [UInt8], with key: PublicKey) -> Bool {
        guard curve == nil || key.kind == curve else { return false }
        guard case .ecdsa(let digest) = scheme else {
            return key.isValid(signature: signature, for: message, scheme: scheme)
        }
        return key.isValid(rawECDSASignature: signature, for: message, digest: digest)
    }

    /// Signs a message. The key must be of the algorithm's kind.
    package func sign(_ message: [UInt8], with key: PrivateKey) -> [UInt8] {
        switch scheme {
        case .ecdsa(let digest): key.signRaw(message, digest: digest)
        default: key.sign(message, scheme: scheme)
        }
    }
}
