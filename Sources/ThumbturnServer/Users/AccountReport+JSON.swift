// SPDX-License-Identifier: Apache-2.0

import Administration
import IdentityModel
import WireFormats

extension AccountReport {
    /// The account as JSON.
    var json: JSONObject {
        var json = user.report
        json["passkeys"] = .array(passkeys.map { .object($0.report) })
        json["device_keys"] = .array(deviceKeys.map { .object(self.json(of: $0)) })
        json["password"] = password.map { .object($0.report) }
        json["sessions"] = .array(sessions.map { .object($0.report) })
        json["browser_sessions"] = .array(browserSessions.map { .object($0.report) })
        json["sign_ins"] = .array(signIns.map { .object($0.report) })
        return json
    }
}

extension User {
    /// The user as JSON, without passkeys and sessions.
    var report: JSONObject {
        var json: JSONObject = ["user_id": .string(id.rawValue), "connection": .string(connection)]
        json["name"] = .optional(profile.name)
        json["given_name"] = .optional(profile.givenName)
        json["family_name"] = .optional(profile.familyName)
        json["nickname"] = .optional(profile.nickname)
        json["picture"] = .optional(profile.picture)
        json["identifiers"] = .array(
            identifiers.map { identifier in
                var json: JSONObject = [
                    "type": .string(identifier.kind.rawValue), "value": .string(identifier.value),
                    "verified": .bool(identifier.isVerified),
                ]
                json["unconfirmed_until"] = identifier.unconfirmedUntil.map { .time($0) }
                return .object(json)
            })
        json["blocked"] = .bool(isBlocked)
        json["deletes_at"] = deletesAt.map { .time($0) }
        json["created_at"] = .time(createdAt)
        json["updated_at"] = .time(updatedAt)
        return json
    }
}

extension Passkey {
    fileprivate var report: JSONObject {
        var json: JSONObject = ["id": .string(id.rawValue)]
        json["name"] = .optional(name)
        json["relying_party_id"] = .string(origin.relyingPartyID)
        json["aaguid"] = .string("\(origin.aaguid)")
        json["synced"] = .bool(origin.isBackupEligible)
        json["backed_up"] = .bool(isBackedUp)
        json["user_agent"] = .optional(origin.userAgent)
        json["created_at"] = .time(origin.createdAt)
        json["last_used_at"] = lastUsedAt.map { .time($0) }
        json["superseded_by"] = .optional(supersededBy?.rawValue)
        json["unconfirmed_until"] = unconfirmedUntil.map { .time($0) }
        return json
    }
}

extension StoredPassword {
    fileprivate var report: JSONObject {
        var json: JSONObject = ["set_at": .time(setAt), "disabled": .bool(isDisabled)]
        json["disabled_by"] = disabledBy.map { .string($0.rawValue) }
        json["unconfirmed_until"] = unconfirmedUntil.map { .time($0) }
        json["breached_at"] = breachedAt.map { .time($0) }
        return json
    }
}

extension AccountReport.Session {
    fileprivate var report: JSONObject {
        var json: JSONObject = [
            "family": .string(family), "client_id": .string(client), "host": .string(host),
            "authenticated_at": .time(authenticatedAt), "last_used_at": .time(lastUsedAt),
        ]
        json["expires_at"] = expiresAt.map { .time($0) }
        return json
    }
}

extension BrowserSession {
    fileprivate var report: JSONObject {
        var json: JSONObject = [
            "id": .string(id.rawValue), "host": .string(host), "authenticated_at": .time(authenticatedAt),
            "created_at": .time(createdAt), "last_used_at": .time(lastUsedAt),
            "expires_at": .time(min(idleExpiresAt, expiresAt)),
        ]
        json["passkey"] = .optional(ways.lazy.compactMap(PasskeyID.init).first?.rawValue)
        json["user_agent"] = .optional(userAgent)
        json["address"] = .optional(address)
        return json
    }
}

extension SignInRecord {
    fileprivate var report: JSONObject {
        var json: JSONObject = [
            "signed_in_at": .time(signedInAt), "method": .string(method), "client_id": .string(client),
        ]
        json["passkey"] = .optional(ways.lazy.compactMap(PasskeyID.init).first?.rawValue)
        json["device_capability"] = .optional(deviceCapability)
        return json
    }
}

extension JSONValue {
    static func time(_ time: Timestamp) -> JSONValue { .string(time.description) }
}

extension JSONValue? {
    /// Returns a member that is left out if there is no text.
    static func optional(_ text: String?) -> JSONValue? { text.map { .string($0) } }
}
