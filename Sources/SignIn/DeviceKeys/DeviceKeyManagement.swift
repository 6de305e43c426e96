// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WebAuthnMessages
package import WireFormats

/// Lists, adds and removes the device keys of a signed-in user.
package struct DeviceKeyManagement: Sendable {
    /// The most device keys that an account may have.
    package static let limit = 10

    /// A key that a user adds, with what it has signed.
    package struct Submission: Sendable {
        package let session: String
        package let assertion: String
        package let deviceName: String
        package let publicKey: JSONObject
        /// The URL of the server, as tokens name it.
        package let issuer: String

        package init(session: String, assertion: String, deviceName: String, publicKey: JSONObject, issuer: String) {
            self.session = session
            self.assertion = assertion
            self.deviceName = deviceName
            self.publicKey = publicKey
            self.issuer = issuer
        }
    }

    /// A device key as its owner sees it.
    package struct Entry: Sendable {
        package let key: DeviceKey
        /// Until when it proves nothing, if it has not settled.
        package let unconfirmedUntil: Timestamp?
        /// The passkey that has taken its place, so that it is offered for removal.
        package let replacement: PasskeyID?
        /// Whether the owner's sign-in may remove it.
        package let isRemovable: Bool
    }

    private let ceremonies: CeremonyService
    private var accounts: AccountStorage { ceremonies.accounts }

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Lists the keys, oldest first.
    package func list(
        of owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> [Entry] {
        let time = accounts.now()
        return try await accounts.read { snapshot in
            let account = try Account(owner, in: snapshot)
            let password = try snapshot.passwords.find(of: owner.user)
            return account.deviceKeys.map { key in
                Entry(
                    key: key, unconfirmedUntil: key.hasSettled(at: time) ? nil : key.unconfirmedUntil,
                    replacement: key.replacement(among: account.passkeys, at: time)?.id,
                    isRemovable: account.mayRemove(key, by: owner, password: password, in: configuration, at: time))
            }
        }
    }

    /// Adds a key. Its owner proves to have it, and the sign-in has to be one that adds ways in: with a passkey in the
    /// account, that of a passkey (L15).
    package func add(
        _ submission: Submission, by owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> DeviceKey {
        guard let client = owner.client else { throw .admission(.client(.deviceKeyGrant)) }
        try client.requireDeviceKeys(at: accounts.now())
        let name = try DeviceName.read(submission.deviceName)
        let publicKey = try DevicePublicKey(submission.publicKey)
        let challenge = try ceremonies.openDeviceKey(submission.session, of: client.id, at: owner.host)
        guard challenge.signUp == nil else { throw .deviceKey(.mismatch(.challenge)) }
        _ = try Admission(
            client: AdmissionRequest(client: client, host: owner.host, realm: challenge.connection),
            to: .deviceKey, in: configuration)
        let assertion = try DeviceKeyAssertion(submission.assertion)
        let time = accounts.now()
        guard assertion.isSigned(by: publicKey) else { throw .deviceKey(.mismatch(.signature)) }
        let message = try assertion.check(challenge, of: owner.user, at: submission.issuer, time)
        let key = DeviceKey(
            id: publicKey.id(of: owner.user), user: owner.user, client: client.id, deviceName: name,
            publicKey: publicKey.subjectPublicKeyInfo, shape: .modern, createdAt: time)
        let change = DeviceKeyChange(.new(key), challenge: challenge, messages: [message], at: time)
        return try await accounts.write { transaction in
            let account = try Account(owner, in: transaction)
            guard account.user.connection == challenge.connection else {
                throw SignInFailure.deviceKey(.mismatch(.otherConnection))
            }
            try change.take(in: transaction)
            return try transaction.add(key, to: account, by: owner, telling: accounts.notices, at: time)
        }
    }

    /// Removes a key with what it has opened. The last way into the account can't be removed.
    package func remove(
        _ id: DeviceKey.ID, of owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) {
        let time = accounts.now()
        try await accounts.write { transaction in
            let account = try Account(owner, in: transaction)
            let key = try account.deviceKey(id)
            if !owner.ways(of: account, at: time).contains(key.id.way) {
                try owner.requireRecentSignIn(to: account, at: time)
            }
            let password = try transaction.passwords.find(of: owner.user)
            guard account.canDoWithout(key, password: password, in: configuration, at: time) else {
                throw SignInFailure.deviceKey(.last)
            }
            let objection = try account.requireRemoval(
                of: key, by: owner, password: password, in: configuration, at: time)
            let others = try objection.map { try transaction.object($0, in: account, except: key.id.way, at: time) }
            try transaction.remove(key, at: time)
            for other in others?.passkeys ?? [] {
                try transaction.events.insert(owner.event(.passkeyRemoved, at: time, details: other.eventDetails))
            }
            for removed in [key] + (others?.deviceKeys ?? []) {
                try transaction.events.insert(owner.event(.deviceKeyRemoved, at: time, details: removed.eventDetails))
            }
            try accounts.notices.insert(
                ChangeNotice(.deviceKeyRemoved, at: time, by: owner), about: account.user, in: transaction)
        }
    }
}

extension StorageTransaction {
    /// Adds a key to an account, if the ladder lets its owner.
    func add(
        _ key: DeviceKey, to account: Account, by owner: AccountOwner, telling notices: Notices, at time: Timestamp
    ) throws -> DeviceKey {
        try owner.requireRecentSignIn(to: account, at: time)
        guard account.deviceKeys.count < DeviceKeyManagement.limit else {
            throw SignInFailure.deviceKey(.tooMany(limit: DeviceKeyManagement.limit))
        }
        let password = try passwords.find(of: owner.user)
        let standing = try account.requirePasskeyAddition(by: owner, password: password, at: time)
        var added = key
        added.addedBy = standing.provenBy
        added.unconfirmedUntil = standing.unconfirmedUntil
        try reporting(.alreadyExists, as: SignInFailure.deviceKey(.keyNotAcceptable(.known))) {
            try deviceKeys.insert(added)
        }
        try events.insert(owner.event(.deviceKeyRegistered, at: time, details: added.eventDetails))
        // Nobody needs to hear of the first way into an account.
        if account.hasWay(of: owner, besides: password) {
            var notice = ChangeNotice(.deviceKeyAdded, at: time, by: owner)
            if !added.addedBy.isEmpty { notice.stoppable = .deviceKey(added.id) }
            try notices.insert(notice, about: account.user, in: self)
        }
        return added
    }
}
