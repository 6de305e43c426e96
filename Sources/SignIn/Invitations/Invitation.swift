// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
package import WireFormats

/// The permission of its holder to enroll one passkey in an account.
///
/// The server does not store it until it is consumed. The invited user holds it, sealed, in a link.
package struct Invitation: Hashable, Sendable {
    /// A random identifier, by which the invitation is consumed once.
    package let id: [UInt8]
    package let user: UserID
    package let host: String
    package let expiresAt: Timestamp
    /// The kind of the identifier that the invitation is sent to.
    package var addressedTo: Identifier.Kind?
    /// Whether accepting the invitation removes the account's existing access, unless the user chooses to keep it.
    package var removesExisting = false

    package init(id: [UInt8], user: UserID, host: String, expiresAt: Timestamp) {
        self.id = id
        self.user = user
        self.host = host
        self.expiresAt = expiresAt
    }

    /// Consumes the invitation. Of all ceremonies that began with it, one succeeds.
    func consume(in transaction: any StorageTransaction) throws {
        try transaction.reporting(.alreadyConsumed, as: SignInFailure.invitation(.alreadyConsumed)) {
            try transaction.oneTime.consume(id, expiresAt: expiresAt)
        }
    }
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
