// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The public key of a key pair with which an application on one device signs its user in.
package struct DeviceKey: Hashable, Sendable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The shape of the requests with which it was registered.
    package enum Shape: String, CaseIterable, Sendable {
        case modern
        /// That of Auth0's Touch ID library, whose messages name no server and no challenge.
        case legacy
    }

    package let id: ID
    package let user: UserID
    /// The client whose application has the key. It is no way in for others.
    package let client: String
    /// The name of the device, as the application says it.
    package let deviceName: String
    /// What Auth0's library calls the device beside its name.
    package var deviceID: String?
    /// An X.509 SubjectPublicKeyInfo, DER.
    package let publicKey: [UInt8]
    package let shape: Shape
    package let createdAt: Timestamp
    package var lastUsedAt: Timestamp?
    /// The ways in that added it; empty for the first way into an account.
    package var addedBy: [WayReference] = []
    /// Until when the ways in that were there before may undo it; `nil` if it has settled.
    package var unconfirmedUntil: Timestamp?

    package init(
        id: ID, user: UserID, client: String, deviceName: String, publicKey: [UInt8], shape: Shape,
        createdAt: Timestamp
    ) {
        self.id = id
        self.user = user
        self.client = client
        self.deviceName = deviceName
        self.publicKey = publicKey
        self.shape = shape
        self.createdAt = createdAt
    }

    /// Whether it proves more than that it is there.
    package func hasSettled(at time: Timestamp) -> Bool { unconfirmedUntil.map { $0 <= time } ?? true }
}

extension DeviceKey.ID {
    package var way: WayReference { WayReference(.deviceKey, id: rawValue) }

    /// Returns `nil` for a way of another kind.
    package init?(_ way: WayReference) {
        guard way.kind == .deviceKey else { return nil }
        self.init(rawValue: way.id)
    }
}

/// The numbers of a client's device keys.
package struct DeviceKeyCounts: Hashable, Sendable {
    package let client: String
    package let all: Int
    package let legacy: Int
    /// The accounts that have one and no passkey.
    package let accountsLeft: Int

    package init(client: String, all: Int, legacy: Int, accountsLeft: Int) {
        self.client = client
        self.all = all
        self.legacy = legacy
        self.accountsLeft = accountsLeft
    }
}

/// Reads device keys.
package protocol DeviceKeyReading {
    func find(_ id: DeviceKey.ID) throws -> DeviceKey?
    /// Returns the device keys of an account, oldest first.
    func list(of user: UserID) throws -> [DeviceKey]
    /// Returns the numbers of each client that has any, by its ID.
    func count() throws -> [DeviceKeyCounts]
    /// Returns accounts that have a device key and no passkey, oldest first, after the one with the ID. Fails with
    /// `notFound` if there is no such account.
    func accountsLeft(after id: UserID?, limit: Int) throws -> [UserID]
}

/// Changes device keys.
package protocol DeviceKeyStore: DeviceKeyReading {
    /// Adds a device key. Fails with `alreadyExists`, and with `notFound` if the account doesn't exist.
    func insert(_ key: DeviceKey) throws
    /// Fails with `notFound`.
    func recordUse(of id: DeviceKey.ID, at time: Timestamp) throws
    /// Removes a device key with the sessions and refresh tokens that it opened. Fails with `notFound`.
    func remove(_ id: DeviceKey.ID) throws
}
