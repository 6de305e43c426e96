// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WireFormats

/// Lists, adds and removes the keys of Auth0's Touch ID library, for a user who has just signed in with the password.
package struct LegacyDeviceKeys: Sendable {
    /// A key that an old application registers.
    package struct Submission: Sendable {
        /// PEM, in the form of PKCS #1.
        package let publicKey: String
        package let deviceName: String
        package var deviceID: String?

        package init(publicKey: String, deviceName: String) {
            self.publicKey = publicKey
            self.deviceName = deviceName
        }
    }

    private static let longestKey = 4096

    private let accounts: AccountStorage

    package init(accounts: AccountStorage) {
        self.accounts = accounts
    }

    /// Lists the keys of the owner's client, oldest first.
    package func list(of owner: AccountOwner) async throws(SignInFailure) -> [DeviceKey] {
        try await accounts.read { snapshot in
            try Account(owner, in: snapshot).deviceKeys.filter { $0.shape == .legacy && $0.client == owner.client?.id }
        }
    }

    /// Adds a key. As in Auth0, nothing proves that the owner has it. With a passkey in the account, nothing is added
    /// (L15). A key that is there stays as it is.
    package func add(_ submission: Submission, by owner: AccountOwner) async throws(SignInFailure) -> DeviceKey {
        guard let client = owner.client, client.usesLegacyDeviceKeys else { throw .deviceKey(.legacyDisabled) }
        let time = accounts.now()
        try client.requireDeviceKeys(at: time)
        let name = try DeviceName.read(submission.deviceName)
        guard submission.publicKey.utf8.count <= Self.longestKey,
            let blocks = PEM.blocks(in: submission.publicKey, label: "RSA PUBLIC KEY"), blocks.count == 1
        else { throw .deviceKey(.keyNotAcceptable(.malformed)) }
        let publicKey = try DevicePublicKey(pkcs1: blocks[0], minimumBits: client.minimumDeviceKeyBits)
        var key = DeviceKey(
            id: publicKey.id(of: owner.user), user: owner.user, client: client.id, deviceName: name,
            publicKey: publicKey.subjectPublicKeyInfo, shape: .legacy, createdAt: time)
        key.deviceID = try submission.deviceID.map { text throws(SignInFailure) in try DeviceName.read(text) }
        return try await accounts.write { [key] transaction in
            let account = try Account(owner, in: transaction)
            if let known = account.deviceKeys.first(where: { $0.id == key.id }) { return known }
            return try transaction.add(key, to: account, by: owner, telling: accounts.notices, at: time)
        }
    }

    /// Removes the key of a device, or by its ID.
    package func remove(
        _ isMeant: @escaping @Sendable (DeviceKey) -> Bool, of owner: AccountOwner,
        with management: DeviceKeyManagement, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) {
        guard let key = try await list(of: owner).last(where: isMeant) else { throw .deviceKey(.unknown) }
        try await management.remove(key.id, of: owner, in: configuration)
    }
}

extension DeviceKey {
    /// Whether it is the key of a device, as an old application names it.
    package func isLegacyKey(named device: String) -> Bool { isLegacyKey(named: device, of: client) }
}
