// SPDX-License-Identifier: Apache-2.0

package import Cryptography
import IdentityModel
import WireFormats

/// Seals the rows of removed passwords, so that neither the database nor a backup has their hashes.
package struct PasswordSeal: Sendable {
    private let key: AEADKey

    package init(key: AEADKey) {
        self.key = key
    }

    func seal(_ password: StoredPassword) -> [UInt8] {
        var json: JSONObject = [
            "hash": .string(password.hash.text), "weak": .bool(password.hash.isWeak),
            "set_at": .seconds(password.setAt),
            "set_by": .array(password.setBy.map { .string($0.id) }),
        ]
        json["disabled_by"] = password.disabledBy.map { .string($0.rawValue) }
        json["breached_at"] = password.breachedAt.map(JSONValue.seconds)
        json["wrapped_as"] = password.hash.wrappedAs.map(JSONValue.string)
        json["unconfirmed_until"] = password.unconfirmedUntil.map(JSONValue.seconds)
        return key.seal(JSONValue.object(json).serialized(), authenticating: Self.context(of: password.user))
    }

    /// Returns `nil` if the row was sealed with another key or for another account.
    func open(_ sealed: [UInt8], of user: UserID) -> StoredPassword? {
        guard let bytes = key.open(sealed, authenticating: Self.context(of: user)),
            let json = (try? JSONReader.read(bytes))?.objectValue, let text = json["hash"]?.stringValue,
            let isWeak = json["weak"]?.boolValue, let setAt = json["set_at"]?.timestamp,
            let setBy = json["set_by"]?.arrayValue
        else { return nil }
        let hash = PasswordHashText(text, wrappedAs: json["wrapped_as"]?.stringValue, isWeak: isWeak)
        var password = StoredPassword(user: user, hash: hash, setAt: setAt)
        password.setBy = setBy.compactMap { $0.stringValue.flatMap(WayReference.init(id:)) }
        password.unconfirmedUntil = json["unconfirmed_until"]?.timestamp
        password.breachedAt = json["breached_at"]?.timestamp
        password.disabledBy = json["disabled_by"]?.stringValue.flatMap(StoredPassword.Disabler.init)
        return password
    }

    private static func context(of user: UserID) -> [UInt8] { [UInt8]("removed password\n\(user.rawValue)".utf8) }
}

extension JSONValue {
    fileprivate static func seconds(_ time: Timestamp) -> JSONValue { .number(JSONNumber(time.secondsSince1970)) }

    fileprivate var timestamp: Timestamp? { intValue.map { Timestamp(secondsSince1970: Int64($0)) } }
}
