// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension Strings {
    struct Account: Sendable {
        /// The title of a list, and what the list has.
        struct Section: Sendable {
            let title: String
            let lead: String
        }

        let title: String
        let passkeys: String
        let passkeysLead: String
        let unnamed: String
        let noPasskeys: String
        /// The warning about an account without a passkey.
        let onlyWayIn: Message
        let provider: Phrase
        let created: Phrase
        let lastUsed: Phrase
        let neverUsed: String
        let thisDevice: String
        let synced: String
        let deviceBound: String
        let rename: String
        let renameLabel: Sentence
        let newName: String
        let save: String
        let remove: String
        let removeLabel: Sentence
        let removeQuestion: Phrase
        let removesHere: String
        let removesSynced: String
        let removesDeviceBound: String
        /// For an account with one passkey.
        let onlyPasskey: String
        /// Why an older passkey can't be removed yet.
        let youngPasskeys: String
        /// Why the passkeys can't be changed in this browser.
        let youngSession: Message
        /// For a sign-in that adds no passkey for another reason.
        let weakSession: Message
        let add: String
        /// The name of a browser and its system, such as "Chrome on Linux".
        let browserOn: @Sendable (_ browser: String, _ system: String) -> String
        /// Why no passkey can be added.
        let full: String
        let sessions: String
        let sessionsLead: String
        let thisBrowser: String
        let signedIn: Phrase
        let lastActive: Phrase
        let signOut: String
        let signOutLabel: Sentence
        let signOutOthers: String
        let olderSessions: Sentence
        let olderSignIns: Sentence
        let applications: Section
        let devices: Section
        let allowed: Phrase
        let revoke: String
        let revokeLabel: Sentence
        let profile: String
        let name: String
        let verified: String
        let unverified: String
        let notices: Notices
    }

    /// The messages of the account page after a change.
    struct Notices: Sendable {
        let setUp: Message
        let passkeyAdded: Message
        let passkeyRenamed: Message
        let passkeyRemoved: Message
        let passwordSet: Message
        let passwordRemoved: Message
        let passwordRestored: Message
        let passkeysOnly: Message
        let passwordAllowed: Message
        let addressConfirmed: Message
        let addressAdded: Message
        let addressChanged: Message
        let sessionEnded: Message
        let otherSessionsEnded: Message
        let newerSessionsEnded: Message
        let clientDisconnected: Message
        let deviceDisconnected: Message
        let accountKept: Message
        let profileSaved: Message
    }

    /// The text of the page of invitations. The script puts it together, because the invitation is in the fragment,
    /// which only the browser sees.
    struct Invitation: Sendable {
        let title: String
        let lead: String
        let existingTitle: String
        let existingLead: String
        let removeExisting: String
        let add: String
        /// `{name}` and so on stand for values that the script inserts.
        let passkey: String
        let namedPasskey: String
        let created: String
        let device: String
        let lastUsed: String
        let neverUsed: String
        let sessions: String
        let deviceKey: String
        let unverified: String
        let incomplete: Message
        let expired: Message
        let consumed: Message
        let accountBlocked: Message
        let accountToBeDeleted: Message
        let accountUnknown: Message
        let done: Message
        let account: String

        /// The messages by the codes of the problems that they are about.
        var messages: [(code: String, message: Message)] {
            [
                ("sign-in.invitation.seal-invalid", incomplete), ("sign-in.invitation.binding-mismatch", incomplete),
                ("sign-in.invitation.expired", expired), ("sign-in.invitation.consumed", consumed),
                ("sign-in.account-blocked", accountBlocked), ("sign-in.account-unknown", accountUnknown),
                ("sign-in.account-to-be-deleted", accountToBeDeleted),
            ]
        }

        var json: JSONValue {
            [
                "passkey": .string(passkey), "namedPasskey": .string(namedPasskey), "created": .string(created),
                "device": .string(device), "lastUsed": .string(lastUsed), "neverUsed": .string(neverUsed),
                "sessions": .string(sessions), "deviceKey": .string(deviceKey), "unverified": .string(unverified),
                "incomplete": incomplete.json,
                "done": done.json,
            ]
        }
    }

    /// The script's messages while a ceremony is under way or after it failed.
    struct Script: Sendable {
        let waiting: String
        let reference: String
        let notSignedIn: Message
        let notCreated: Message
        let timedOut: Message
        let alreadyRegistered: Message
        let unknownPasskey: Message
        let wrongDomain: Message
        let unsupported: Message
        let insecure: Message
        let keyWithoutPIN: Message
        let expired: Message
        let tooMany: Message
        let rejected: Message
        let accountBlocked: Message
        let otherAccount: Message
        let tooManyPasskeys: Message
        let network: Message
        let server: Message

        var json: JSONObject {
            [
                "waiting": .string(waiting), "reference": .string(reference), "notSignedIn": notSignedIn.json,
                "notCreated": notCreated.json, "timedOut": timedOut.json,
                "alreadyRegistered": alreadyRegistered.json, "unknownPasskey": unknownPasskey.json,
                "wrongDomain": wrongDomain.json, "unsupported": unsupported.json, "insecure": insecure.json,
                "keyWithoutPIN": keyWithoutPIN.json, "expired": expired.json, "tooMany": tooMany.json,
                "rejected": rejected.json, "sign-in.account-blocked": accountBlocked.json,
                "sign-in.identifier-mismatch": otherAccount.json,
                "sign-in.too-many-passkeys": tooManyPasskeys.json, "network": network.json, "server": server.json,
            ]
        }
    }

    /// The messages of pages about a request that failed.
    struct Errors: Sendable {
        let invalidRequest: Message
        let expired: Message
        let unknownClient: Message
        let redirectMismatch: Message
        let notFound: Message
        let tooMany: Message
        let unavailable: Message
        let server: Message
        let codeUnknown: Message
        let linkUnusable: Message
        let codeUsed: Message
        let forbidden: Message
        let fieldRequired: String
        let malformed: String
        let emailMalformed: String
        let phoneMalformed: String
        let usernameMalformed: String
        let identifierTaken: String
        let oneIdentifier: String
        let nameTooLong: String
    }
}
