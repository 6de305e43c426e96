// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WireFormats

/// A key pair of RSA that an earlier library has registered, such as Auth0's for Touch ID. It leads its user to a passkey:
/// ``DeviceKeys/upgrade(legacy:reason:)``.
public struct LegacyDeviceKey: Sendable {
    /// The identifier of the user whose key it is.
    public let user: String
    /// The public key in the form of PKCS #1, as `SecKeyCopyExternalRepresentation` returns it.
    public let publicKey: Data
    /// Returns the signature of a message, by RSASSA-PKCS1-v1_5 with SHA-256, as `SecKeyCreateSignature` makes it with
    /// `rsaSignatureMessagePKCS1v15SHA256`.
    public let sign: @Sendable (Data) async throws -> Data

    /// Describes a key.
    ///
    /// - Parameters:
    ///   - user: The identifier of the user whose key it is.
    ///   - publicKey: The public key in the form of PKCS #1.
    ///   - sign: Signs a message. What it throws ends the sign-in: a ``PasskeyError`` as it is, an error of
    ///     LocalAuthentication by its meaning, and anything else as ``PasskeyError/canceled``.
    public init(user: String, publicKey: Data, sign: @escaping @Sendable (Data) async throws -> Data) {
        self.user = user
        self.publicKey = publicKey
        self.sign = sign
    }
}

/// A legacy key whose numbers are known.
struct LegacySigner: AssertionKey {
    let key: LegacyDeviceKey
    let publicKey: JSONObject

    var algorithm: String { "RS256" }

    /// Throws if the public key is not one of PKCS #1: a sequence of the modulus and the exponent.
    init(_ key: LegacyDeviceKey) throws(PasskeyError) {
        self.key = key
        do {
            var outer = DERReader([UInt8](key.publicKey))
            var numbers = try outer.next(.sequence).reader()
            let (modulus, exponent) = (try numbers.next(.integer), try numbers.next(.integer))
            guard outer.isAtEnd, numbers.isAtEnd else { throw PasskeyError.unexpectedResponse }
            publicKey = [
                "e": .string(Self.text(of: exponent)), "kty": "RSA", "n": .string(Self.text(of: modulus)),
            ]
        } catch {
            throw .misconfigured(
                code: "legacy-key-malformed",
                message:
                    "The public key is not in the form of PKCS #1, which SecKeyCopyExternalRepresentation returns.",
                reference: nil)
        }
    }

    func signature(for message: Data) async throws(PasskeyError) -> Data {
        do {
            return try await key.sign(message)
        } catch {
            throw error as? PasskeyError ?? .noPassing(because: error)
        }
    }

    /// The bytes of a positive number, without the zero that keeps it positive in DER.
    private static func text(of element: DERReader.Element) -> String {
        Base64URL.encode(Array(element.contents.drop { $0 == 0 }))
    }
}
