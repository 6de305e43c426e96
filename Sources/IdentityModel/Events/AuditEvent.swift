// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// An entry of the audit log, stored in the same transaction as the change that it records.
package struct AuditEvent: Hashable, Sendable {
    /// The kind of event. New kinds may be added; existing names never change.
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
    /// The reference of the request in the log.
    package var reference: String?
    /// More facts, which never include a secret.
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
    package static let userDeletionRequested = Self(rawValue: "user.deletion-requested")
    package static let userDeletionCanceled = Self(rawValue: "user.deletion-canceled")
    package static let userRenamed = Self(rawValue: "user.renamed")
    package static let ownerAppointed = Self(rawValue: "owner.appointed")
    package static let setupCodeIssued = Self(rawValue: "setup.code-issued")
    package static let userInvited = Self(rawValue: "user.invited")
    package static let signedIn = Self(rawValue: "sign-in.completed")
    package static let sessionEnded = Self(rawValue: "session.ended")
    package static let sessionEndedByNotice = Self(rawValue: "session.ended-by-notice")
    package static let logoutUndelivered = Self(rawValue: "logout.undelivered")
    package static let clientDisconnected = Self(rawValue: "client.disconnected")
    package static let passkeyRegistered = Self(rawValue: "passkey.registered")
    package static let passkeyRenamed = Self(rawValue: "passkey.renamed")
    package static let passkeyRemoved = Self(rawValue: "passkey.removed")
    package static let passkeySuperseded = Self(rawValue: "passkey.superseded")
    package static let passkeyCounterRegressed = Self(rawValue: "passkey.counter-regressed")
    package static let passwordSet = Self(rawValue: "password.set")
    package static let passwordReset = Self(rawValue: "password.reset")
    package static let passwordResetRequested = Self(rawValue: "password.reset-requested")
    package static let identifierVerified = Self(rawValue: "identifier.verified")
    package static let identifierChanged = Self(rawValue: "identifier.changed")
    package static let identifierReleased = Self(rawValue: "identifier.released")
    package static let codeExhausted = Self(rawValue: "code.exhausted")
    package static let wayUndone = Self(rawValue: "way.undone")
    package static let mailDead = Self(rawValue: "mail.dead")
    package static let messageDead = Self(rawValue: "message.dead")
    package static let passwordRemoved = Self(rawValue: "password.removed")
    package static let passwordRestored = Self(rawValue: "password.restored")
    package static let passwordPurged = Self(rawValue: "password.purged")
    package static let passwordRehashed = Self(rawValue: "password.rehashed")
    package static let passwordBreached = Self(rawValue: "password.breached")
    package static let passwordRejectedBreached = Self(rawValue: "password.rejected-breached")
    package static let passwordFailed = Self(rawValue: "password.failed")
    package static let passwordDisabled = Self(rawValue: "password.disabled")
    package static let passwordEnabled = Self(rawValue: "password.enabled")
    package static let deviceKeyRegistered = Self(rawValue: "device-key.registered")
    package static let deviceKeyRemoved = Self(rawValue: "device-key.removed")
    package static let deviceKeyUpgraded = Self(rawValue: "device-key.upgraded")
    package static let registrationRejected = Self(rawValue: "registration.rejected")
    package static let tokenRefreshed = Self(rawValue: "token.refreshed")
    package static let tokenReused = Self(rawValue: "token.reused")
    package static let tokenRevoked = Self(rawValue: "token.revoked")
    package static let codeExchanged = Self(rawValue: "code.exchanged")
    package static let codeReused = Self(rawValue: "code.reused")
    package static let deviceAuthorized = Self(rawValue: "device.authorized")
    package static let keyRotated = Self(rawValue: "key.rotated")
    package static let keyRevoked = Self(rawValue: "key.revoked")
    package static let clockAccepted = Self(rawValue: "clock.accepted")
    package static let configurationApplied = Self(rawValue: "configuration.applied")
}

/// A filter for audit events. A member that is `nil` excludes nothing.
package struct EventFilter: Hashable, Sendable {
    package var user: UserID?
    /// A kind such as `user.blocked`, or the first part of several kinds, such as `user`.
    package var kind: String?
    /// The earliest time.
    package var since: Timestamp?

    package init() {}
}
