// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
import JOSE
package import WireFormats

/// A public key of P-256 or RSA, with which a device key verifies.
package struct DevicePublicKey: Sendable {
    /// The least size of a key that Auth0's library generates.
    static let legacyRSABits = 1024
    private static let exponent: [UInt8] = [1, 0, 1]

    let key: PublicKey
    let algorithm: JWSAlgorithm

    /// Reads a key from a request.
    package init(_ json: JSONObject) throws(SignInFailure) {
        if json["kty"]?.stringValue == "EC", let curve = json["crv"]?.stringValue, curve != "P-256" {
            throw .deviceKey(.keyNotAcceptable(.kind))
        }
        let read: JSONWebKey
        do throws(JSONWebKeyRejection) {
            read = try JSONWebKey(json)
        } catch {
            throw .deviceKey(.keyNotAcceptable(error.rule))
        }
        try self.init(read.publicKey)
    }

    /// Reads the PKCS #1 form that Auth0's library sends: the modulus and the exponent.
    package init(pkcs1 der: [UInt8], minimumBits: Int) throws(SignInFailure) {
        var (outer, numbers) = (DERReader(der), DERReader([]))
        if let sequence = try? outer.next(.sequence), outer.isAtEnd { numbers = sequence.reader() }
        guard let modulus = (try? numbers.next(.integer))?.unsigned,
            let exponent = (try? numbers.next(.integer))?.unsigned, numbers.isAtEnd
        else { throw .deviceKey(.keyNotAcceptable(.malformed)) }
        let read: PublicKey
        do throws(KeyRejection) {
            read = try PublicKey.rsa(modulus: modulus, exponent: exponent, minimumBits: minimumBits)
        } catch {
            throw .deviceKey(.keyNotAcceptable(JSONWebKeyRejection.notAcceptable(error).rule))
        }
        try self.init(read)
    }

    /// Reads a stored key. A weak one was accepted when it was added; whether it still is, is for the client to say.
    init?(stored subjectPublicKeyInfo: [UInt8]) {
        let key = try? PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo, minimumRSABits: Self.legacyRSABits)
        guard let key, let read = try? DevicePublicKey(key) else { return nil }
        self = read
    }

    private init(_ key: PublicKey) throws(SignInFailure) {
        self.key = key
        switch key.kind {
        case .elliptic(.p256): algorithm = .es256
        case .rsa:
            algorithm = .rs256
            guard key.rsaComponents?.exponent == Self.exponent else { throw .deviceKey(.keyNotAcceptable(.exponent)) }
        default: throw .deviceKey(.keyNotAcceptable(.kind))
        }
    }

    var subjectPublicKeyInfo: [UInt8] { key.subjectPublicKeyInfo }

    /// The size of an RSA key.
    var rsaBits: Int? { if case .rsa(let bits) = key.kind { bits } else { nil } }

    /// The ID of the key in an account. It follows from both, so that a device knows it without asking.
    package func id(of user: UserID) -> DeviceKey.ID {
        let thumbprint = JSONWebKey(key)?.thumbprint ?? []
        let digest = DigestAlgorithm.sha256.hash([UInt8](user.rawValue.utf8) + [UInt8(ascii: "\n")] + thumbprint)
        return DeviceKey.ID(rawValue: "device-key|" + Base64URL.encode(Array(digest.prefix(16))))
    }

    /// Whether a key has signed. Without a key, or with one of another kind, it takes as long: another stands for it.
    ///
    /// - Parameter rsaBits: The size of that, if it is one of RSA.
    static func isSigned(
        _ jws: CompactJWS, by key: DevicePublicKey?, as algorithm: JWSAlgorithm,
        rsaBits: Int = PublicKey.minimumRSABits
    ) -> Bool {
        let fitting = key?.algorithm == algorithm ? key?.key : nil
        guard let verifier = fitting ?? decoy(for: algorithm, rsaBits: rsaBits) else { return false }
        let isValid = (try? jws.verify(with: verifier, algorithms: [algorithm])) != nil
        return isValid && fitting != nil
    }

    private static func decoy(for algorithm: JWSAlgorithm, rsaBits: Int) -> PublicKey? {
        guard algorithm == .rs256 else { return ellipticDecoy }
        return rsaBits == legacyRSABits ? legacyDecoy : rsaDecoy
    }

    private static let ellipticDecoy: PublicKey? = PrivateKey.generate(.elliptic(.p256)).publicKey
    private static let rsaDecoy = rsaDecoy(bits: PublicKey.minimumRSABits)
    private static let legacyDecoy = rsaDecoy(bits: legacyRSABits)

    /// Any odd number costs as much as a modulus, and is there at once.
    private static func rsaDecoy(bits: Int) -> PublicKey? {
        var modulus = Randomness.bytes(bits / 8)
        modulus[0] |= 0x80
        modulus[bits / 8 - 1] |= 1
        return try? PublicKey.rsa(modulus: modulus, exponent: exponent, minimumBits: legacyRSABits)
    }
}

extension DERReader.Element {
    /// The bytes of a positive INTEGER, without the zero that keeps it positive.
    fileprivate var unsigned: [UInt8]? {
        guard let first = contents.first, first < 0x80 else { return nil }
        return Array(first == 0 ? contents.dropFirst() : contents)
    }
}

extension JSONWebKeyRejection {
    fileprivate var rule: DeviceKeyRejection.KeyRule {
        switch self {
        case .kindNotSupported: .kind
        case .notAcceptable(.modulusTooSmall), .notAcceptable(.modulusTooLarge): .size
        case .notAcceptable(.exponentNotAcceptable): .exponent
        case .malformed, .privateKey, .notAcceptable: .malformed
        }
    }
}
