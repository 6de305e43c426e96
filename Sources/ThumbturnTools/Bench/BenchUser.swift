// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A user that `thumbturn-tools bench` registers and signs in. Every property is derived from the user's number.
///
/// Identifiers increase with the number, so that inserting a million users appends to every index.
struct BenchUser: Sendable {
    let number: Int

    init(number: Int) {
        self.number = number
    }

    var id: UserID { UserID(rawValue: Self.idPrefix + Self.digits(number, count: 12, radix: 16)) }

    /// Returns whether an account belongs to a benchmark user.
    static func isOne(_ id: UserID) -> Bool { id.rawValue.hasPrefix(idPrefix) }

    var email: String { "user-\(Self.digits(number, count: 9, radix: 10))@bench.example" }
    var handle: [UInt8] { Self.bytes(for: "handle", of: number) }
    var credentialID: [UInt8] { Self.bytes(for: "credential", of: number) }

    /// Returns the account as it is stored.
    func account(in connection: String, at time: Timestamp) -> User? {
        guard let handle = UserHandle(handle) else { return nil }
        var user = User(id: id, connection: connection, handle: handle, createdAt: time)
        user.identifiers = [Identifier(kind: .email, value: email, normalized: email)]
        user.profile.name = "User \(number)"
        return user
    }

    /// Returns the passkey as it is stored after a registration with an iCloud Keychain passkey.
    func passkey(of owner: User, key: [UInt8], relyingPartyID: String) -> Passkey {
        let profile = AuthenticatorProfile.iCloudKeychain
        let origin = Passkey.Origin(
            credentialID: CredentialID(credentialID), publicKey: key, relyingPartyID: relyingPartyID,
            userHandle: owner.handle, aaguid: AAGUID(withUnsafeBytes(of: profile.aaguid.uuid) { Array($0) }) ?? .zero,
            transports: profile.transports.map(AuthenticatorTransport.init(rawValue:)),
            attachment: AuthenticatorAttachment(rawValue: profile.attachment.rawValue),
            isBackupEligible: profile.backupEligible, isCreatedConditionally: false,
            attestationFormat: AttestationFormatID(rawValue: "none"), userAgent: nil, createdAt: owner.createdAt)
        let id = PasskeyID(rawValue: "passkey|dev_" + Self.digits(number, count: 16, radix: 10))
        var passkey = Passkey(stored: id, owner: owner.id, origin: origin)
        passkey.isBackedUp = profile.backedUp
        passkey.isUserVerified = true
        return passkey
    }

    private static let idPrefix = "auth0|be0000000000"

    /// Returns the number, followed by bytes of a digest.
    private static func bytes(for purpose: String, of number: Int) -> [UInt8] {
        let digest = DigestAlgorithm.sha256.hash(Array("thumbturn-tools bench \(purpose) \(number)".utf8))
        return (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } + digest.prefix(24)
    }

    private static func digits(_ number: Int, count: Int, radix: Int) -> String {
        let text = String(number, radix: radix)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

/// The private keys of all benchmark users: 256 keys derived from their numbers, shared among the users.
///
/// Loading a key takes far longer than signing with it. The server stores and verifies each user's key separately, so
/// sharing does not affect the measurement.
struct BenchKeys: Sendable {
    private static let count = 256
    private let keys: [SigningKey]
    private let coseKeys: [[UInt8]]

    /// Derives the keys that the first `users` users need.
    init(users: Int) throws(AuthenticatorFailure) {
        var keys: [SigningKey] = []
        for number in 0..<min(users, Self.count) {
            keys.append(try SigningKey(.es256, privateKeyInfo: Self.privateKeyInfo(number)))
        }
        self.keys = keys
        coseKeys = keys.map(\.coseKey)
    }

    subscript(user: BenchUser) -> SigningKey { keys[user.number % keys.count] }

    func coseKey(of user: BenchUser) -> [UInt8] { coseKeys[user.number % coseKeys.count] }

    /// Returns PKCS #8 with a P-256 ECPrivateKey (RFC 5915) that omits the public key.
    private static func privateKeyInfo(_ number: Int) -> [UInt8] {
        var scalar = DigestAlgorithm.sha256.hash(Array("thumbturn-tools bench key \(number)".utf8))
        // Clearing the top bit keeps the scalar below the order of the curve, which starts with 32 one bits.
        scalar[0] &= 0x7F
        return [
            0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08,
            0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x04, 0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20,
        ] + scalar
    }
}
