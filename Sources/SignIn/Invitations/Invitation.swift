// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
package import WireFormats

/// A way into an account that works once: whoever holds it may enroll a passkey there.
///
/// It is kept nowhere until it is taken. Who was invited holds it, sealed, in a link.
package struct Invitation: Hashable, Sendable {
    /// What it is taken by, once: random, and nothing else.
    package let id: [UInt8]
    package let user: UserID
    package let host: String
    package let expiresAt: Timestamp
    /// Which identifier it is sent to.
    package var addressedTo: Identifier.Kind?
    /// Whether what the account can be used with already goes when it is accepted, unless whoever accepts it wants it kept.
    package var removesExisting = false

    package init(id: [UInt8], user: UserID, host: String, expiresAt: Timestamp) {
        self.id = id
        self.user = user
        self.host = host
        self.expiresAt = expiresAt
    }

    /// Takes it; of all ceremonies that were started with it, one can.
    func take(in transaction: any StorageTransaction) throws {
        do {
            try transaction.oneTime.take(id, expiresAt: expiresAt)
        } catch StorageConflict.alreadyTaken {
            throw SignInFailure.invitation(.alreadyTaken)
        }
    }
}

/// Why an invitation cannot be gone on with.
package enum InvitationRejection: Error, Hashable, Sendable {
    /// It was not sealed here, or was changed since.
    case notSealedHere
    /// Its time is over.
    case expired
    /// It is for another host.
    case belongsElsewhere
    /// A passkey has been enrolled with it before.
    case alreadyTaken
}

// MARK: The sealed form

extension Invitation {
    /// Binds what is sealed to this use of the key.
    private static let context = Array("thumbturn invitation 1".utf8)

    func sealed(by seal: CeremonySeal) -> String {
        Base64URL.encode(seal.key.seal(JSONValue.object(json).serialized(), authenticating: Self.context))
    }

    init(sealed text: String, by seal: CeremonySeal) throws(InvitationRejection) {
        guard let sealed = Base64URL.decode(text), let bytes = seal.key.open(sealed, authenticating: Self.context),
            let json = try? JSONReader.read(bytes), let invitation = Invitation(json: json)
        else { throw .notSealedHere }
        self = invitation
    }

    var json: JSONObject {
        var json: JSONObject = [
            "i": .bytes(id), "u": .string(user.rawValue), "h": .string(host),
            "e": .number(JSONNumber(expiresAt.secondsSince1970)), "r": .bool(removesExisting),
        ]
        json["a"] = addressedTo.map { .string($0.rawValue) }
        return json
    }

    init?(json: JSONValue) {
        guard let id = json["i"]?.bytesValue, let user = json["u"]?.stringValue, let host = json["h"]?.stringValue,
            let expiry = json["e"]?.intValue
        else { return nil }
        self.init(
            id: id, user: UserID(rawValue: user), host: host,
            expiresAt: Timestamp(secondsSince1970: Int64(expiry)))
        removesExisting = json["r"]?.boolValue ?? false
        addressedTo = json["a"]?.stringValue.flatMap(Identifier.Kind.init)
    }
}
