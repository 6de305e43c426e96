// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// The changes of a sign-in with a device key: it uses the challenge and the assertion up, and adds the key or records its
/// use.
struct DeviceKeyChange: SignInChange {
    enum Kind: Sendable {
        case use(DeviceKey)
        case new(DeviceKey)
    }

    let kind: Kind
    /// `nil` in the legacy shape, which has none.
    let challenge: DeviceKeyChallenge?
    let messages: [SignedMessage]
    let time: Timestamp
    /// The proofs of the new account's addresses.
    var proven: ProvenAddresses?

    var accountDetails: JSONObject { ["passkey": false, "device_key": true] }

    init(_ kind: Kind, challenge: DeviceKeyChallenge?, messages: [SignedMessage], at time: Timestamp) {
        self.kind = kind
        self.challenge = challenge
        self.messages = messages
        self.time = time
    }

    func take(in transaction: any StorageTransaction) throws {
        try challenge?.take(in: transaction, at: time)
        for message in messages {
            try transaction.reporting(.alreadyConsumed, as: SignInFailure.deviceKey(.mismatch(.replayed))) {
                try transaction.oneTime.consume(message.id, expiresAt: message.expiresAt)
            }
        }
        try proven?.take(in: transaction)
    }

    /// A key that was removed since it was verified is an unknown one.
    func store(for signIn: SignIn, in transaction: any StorageTransaction) throws {
        switch kind {
        case .use(let key):
            guard try transaction.deviceKeys.find(key.id)?.publicKey == key.publicKey else {
                throw SignInFailure.deviceKey(.mismatch(.unknownKey))
            }
            try transaction.deviceKeys.recordUse(of: key.id, at: time)
        case .new(let key):
            try transaction.deviceKeys.insert(key)
            try transaction.events.insert(signIn.event(.deviceKeyRegistered, details: key.eventDetails))
        }
    }

    func discard(because failure: SignInFailure) {}
}
