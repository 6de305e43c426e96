// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A record of something that happened, stored in the same transaction as the change that it records.
package struct AuditEvent: Hashable, Sendable {
    /// The kind of event. More kinds can be added; existing names never change.
    package struct Kind: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    package var kind: Kind
    package var occurredAt: Timestamp
    package var user: UserID?
    package var client: String?
    package var address: String?
    /// The request's reference in the log.
    package var reference: String?
    /// Additional facts. Never contains secrets.
    package var details: JSONObject

    package init(_ kind: Kind, at occurredAt: Timestamp) {
        self.kind = kind
        self.occurredAt = occurredAt
        details = JSONObject()
    }
}

extension AuditEvent.Kind {
    package static let userCreated = Self(rawValue: "user.created")
    package static let userBlocked = Self(rawValue: "user.blocked")
    package static let userUnblocked = Self(rawValue: "user.unblocked")
    package static let userRemoved = Self(rawValue: "user.removed")
    package static let userInvited = Self(rawValue: "user.invited")
    package static let signedIn = Self(rawValue: "sign-in.completed")
    package static let passkeyRegistered = Self(rawValue: "passkey.registered")
    package static let passkeyRenamed = Self(rawValue: "passkey.renamed")
    package static let passkeyRemoved = Self(rawValue: "passkey.removed")
    package static let passkeySuperseded = Self(rawValue: "passkey.superseded")
    package static let passkeyCounterRegressed = Self(rawValue: "passkey.counter-regressed")
    package static let registrationRefused = Self(rawValue: "registration.refused")
    package static let tokenRefreshed = Self(rawValue: "token.refreshed")
    package static let tokenReused = Self(rawValue: "token.reused")
    package static let tokenRevoked = Self(rawValue: "token.revoked")
    package static let keyRotated = Self(rawValue: "key.rotated")
    package static let keyRevoked = Self(rawValue: "key.revoked")
    package static let clockAccepted = Self(rawValue: "clock.accepted")
    package static let configurationApplied = Self(rawValue: "configuration.applied")
}
