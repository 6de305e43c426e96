// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
package import WireFormats

/// Sample records, each with a number.
package enum Samples {
    package static func time(_ seconds: Int64) -> Timestamp { Timestamp(secondsSince1970: 1_750_000_000 + seconds) }

    package static func bytes(_ number: Int, count: Int = 32, salt: UInt8 = 0) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 8))) ^ salt &+ UInt8($0 / 8) }
    }

    package static func userID(_ number: Int) -> UserID { UserID(rawValue: "auth0|\(number)") }

    package static func passkeyID(_ number: Int) -> PasskeyID { PasskeyID(rawValue: "passkey|dev_\(number)") }

    /// A user with an address and nothing else.
    package static func user(_ number: Int, connection: String = "people") throws -> User {
        guard let handle = UserHandle(bytes(number)) else {
            throw StorageCheckFailure("handle", file: #fileID, line: #line)
        }
        var user = User(id: userID(number), connection: connection, handle: handle, createdAt: time(0))
        user.identifiers = [email("\(number)@example.org")]
        return user
    }

    package static func email(_ address: String) -> Identifier {
        Identifier(kind: .email, value: address, normalized: address.lowercased())
    }

    /// A user with every member, in characters that are easily damaged.
    static func fullUser(_ number: Int) throws -> User {
        var user = try user(number)
        user.identifiers = [
            Identifier(kind: .username, value: "Zoe\u{308}", normalized: "zo\u{EB}"),
            Identifier(kind: .email, value: "Z@Example.org", normalized: "z@example.org", isVerified: true),
            Identifier(kind: .phoneNumber, value: "+49 170 1", normalized: "+491701"),
        ]
        user.profile.name = "Zoë \u{1F511} \u{0} Ω"
        user.profile.givenName = ""
        user.profile.familyName = "O'Neill; DROP TABLE users; --"
        user.profile.nickname = "z"
        user.profile.picture = "https://example.org/\(number).png"
        user.metadata = ["b": 1, "a": ["deep": [true, "x\u{0}\"\\"]], "": "empty"]
        user.isBlocked = true
        user.disconnections = ["one": time(1), "Z\u{EB}": time(2)]
        user.updatedAt = time(9)
        return user
    }

    package static func passkey(_ number: Int, of owner: User) -> Passkey {
        let origin = Passkey.Origin(
            credentialID: CredentialID(bytes(number, count: 20, salt: 1)), publicKey: bytes(number, count: 77),
            relyingPartyID: "example.org", userHandle: owner.handle, aaguid: .zero, transports: [], attachment: nil,
            isBackupEligible: false, isCreatedConditionally: false, attestationFormat: .none, userAgent: nil,
            createdAt: time(0))
        return Passkey(stored: passkeyID(number), owner: owner.id, origin: origin)
    }

    /// A passkey with every member.
    static func fullPasskey(_ number: Int, of owner: User) throws -> Passkey {
        guard let aaguid = AAGUID(bytes(number, count: 16)) else {
            throw StorageCheckFailure("aaguid", file: #fileID, line: #line)
        }
        let origin = Passkey.Origin(
            credentialID: CredentialID(bytes(number, count: 1023)), publicKey: bytes(number, count: 2000),
            relyingPartyID: "login.example.org", userHandle: owner.handle, aaguid: aaguid,
            transports: [.usb, AuthenticatorTransport(rawValue: "by \"pigeon\""), .internal],
            attachment: .crossPlatform, isBackupEligible: true, isCreatedConditionally: true,
            attestationFormat: .packed,
            userAgent: "Browser \u{1F98A}", createdAt: time(-5))
        var passkey = Passkey(stored: passkeyID(number), owner: owner.id, origin: origin)
        passkey.name = "Zoës Schlüssel"
        passkey.signCount = .max
        passkey.isBackedUp = true
        passkey.isUserVerified = true
        passkey.lastUsedAt = time(7)
        passkey.addedBy = [owner.id.passwordWay, passkeyID(number + 1).way]
        passkey.unconfirmedUntil = time(8)
        return passkey
    }

    /// A use without user verification that sets the counter.
    package static func use(of passkey: Passkey, to signCount: UInt32) -> Passkey.Use {
        Passkey.Use(
            from: passkey.signCount, to: signCount, isBackedUp: passkey.isBackedUp, isUserVerified: false, at: time(1))
    }

    package static func grant(_ user: UserID) -> RefreshToken.Grant {
        RefreshToken.Grant(user: user, client: "client", host: "login.example.org", authenticatedAt: time(0))
    }

    /// A token of its own family, without an expiry unless one is given.
    package static func token(
        _ number: Int, of user: UserID, family: Int? = nil, expiresAt: Timestamp? = nil
    ) -> RefreshToken {
        RefreshToken(
            hash: bytes(number, salt: 2), family: RefreshToken.Family(rawValue: "family \(family ?? number)"),
            grant: grant(user), issuedAt: time(Int64(number)), expiresAt: expiresAt)
    }

    static func successor(_ number: Int) -> RefreshToken.Successor {
        RefreshToken.Successor(hash: bytes(number, salt: 2), sealed: bytes(number, count: 60), usedAt: time(3))
    }

    static func signingKey(
        _ number: Int, host: String = "login.example.org", at time: Timestamp = time(0)
    ) -> SigningKeyRecord {
        SigningKeyRecord(
            id: "key \(number)", host: host, algorithm: "RS256", sealedPrivateKey: bytes(number, count: 1300),
            publicKeyInfo: bytes(number, count: 294), createdAt: time, stage: .next)
    }

    package static func event(_ number: Int, user: UserID? = nil) -> AuditEvent {
        var event = AuditEvent(.signedIn, at: time(Int64(number)))
        event.user = user
        event.reference = "\(number)"
        return event
    }
}
