// SPDX-License-Identifier: Apache-2.0

import ClientContract

extension DeviceKeys {
    /// Removes the key of this device, from the account and from the device.
    ///
    /// Its user has to be signed in. Sessions that began with the key end, this one included. If the server wants a newer
    /// sign-in for this, the user signs in again, once. A key that
    /// the server doesn't know any longer is removed from the device without an error. The server keeps the last way into
    /// an account.
    public func remove() async throws(PasskeyError) {
        guard let key = try client.localDeviceKey() else { throw .noDeviceKeyHere }
        try await requireUser(of: key)
        try await removeFromAccount(key.id)
        try client.forget(key)
    }

    /// Removes a key of the account, such as that of a lost device. Sessions that began with it end.
    public func remove(_ key: DeviceKey) async throws(PasskeyError) {
        try await removeFromAccount(key.id)
        if let own = try client.localDeviceKey(), own.id == key.id { try client.forget(own) }
    }

    /// Removes the key of this device if a passkey has taken its place, and returns whether it did.
    ///
    /// A passkey has once the user has had it for three days, see ``upgrade(reason:)``. Also a key that was removed from the
    /// account elsewhere is removed from the device. Shows nothing, so it can follow every sign-in.
    ///
    /// Does nothing in a session that began with the key, because it would end with it: have the user sign in with the
    /// passkey first.
    @discardableResult
    public func removeReplaced() async throws(PasskeyError) -> Bool {
        guard let key = try client.localDeviceKey() else { return false }
        try await requireUser(of: key)
        guard !key.hasBegun(try await client.keeper.current()) else { return false }
        let keys = try await client.account(.deviceKeys, maySignIn: false).deviceKeys
        if let known = keys.first(where: { $0.id == key.id }) {
            guard known.replacedBy != nil else { return false }
            do throws(PasskeyError) {
                try await removeFromAccount(key.id, maySignIn: false)
            } catch .signInTooOld, .passkeyNeeded {
                // After a newer sign-in, it will work.
                return false
            }
        }
        try client.forget(key)
        return true
    }

    /// In the account of another user, the key would be missing, too.
    private func requireUser(of key: LocalDeviceKey) async throws(PasskeyError) {
        guard try await client.keeper.current()?.user.id == key.user else { throw .notSignedIn }
    }

    private func removeFromAccount(_ id: String, maySignIn: Bool = true) async throws(PasskeyError) {
        do throws(PasskeyError) {
            try await client.account(.deviceKeyRemoval(of: id), maySignIn: maySignIn)
        } catch .server(code: "sign-in.device-key-unknown", _, _) {
            // It is gone, as it should be.
        }
    }
}
