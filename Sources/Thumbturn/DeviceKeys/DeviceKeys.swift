// SPDX-License-Identifier: Apache-2.0

import ClientContract

/// The key of this device, for applications whose users can't have passkeys yet.
///
/// A device key is a weak way in: the server sees that the key has signed, and not whether Face ID or Touch ID has
/// recognized anybody. Where passkeys work, use those. ``upgrade(reason:)`` leads from a key to a passkey, and
/// ``removeReplaced()`` removes the key afterwards.
///
/// A use goes through these steps:
///
/// 1. `PasskeyClient` gets a challenge from the server (`DeviceKeyChallenge`).
/// 2. The system asks the owner of the device, and opens the key in the Secure Enclave (`EnclaveKey`). What the keychain
///    has of it is a `LocalDeviceKey`, which is worth nothing elsewhere.
/// 3. The key signs a statement for this client, this server and this challenge, which is good for a minute.
/// 4. The server gives tokens for it, and a session begins as after any sign-in.
///
/// The device keeps one key for each client. Registering another one takes its place.
///
/// ```swift
/// if client.deviceKeys.isRegistered {
///     let user = try await client.deviceKeys.signIn(reason: "Sign in to Notes").user
/// }
/// ```
public struct DeviceKeys: Sendable {
    let client: PasskeyClient

    /// What has to happen before the key signs.
    public enum Protection: Hashable, Sendable {
        /// Face ID or Touch ID recognizes the owner, or the owner enters the passcode.
        case userPresence
        /// Face ID or Touch ID recognizes the owner, with what is enrolled when the key is made. If that changes, the key
        /// can never be used again.
        case currentBiometrics
    }

    /// The identifier of the user whose key this device has, or `nil` if it has none. Shows nothing.
    ///
    /// While the device is locked, the answer is an error.
    public var registeredUser: String? {
        get throws(PasskeyError) { try client.localDeviceKey()?.user }
    }

    /// Whether this device is known to have a key. Shows nothing.
    public var isRegistered: Bool { (try? registeredUser) != nil }

    /// Returns the device keys of the account, those of other devices and applications included.
    public func list() async throws(PasskeyError) -> [DeviceKey] {
        let own = try client.localDeviceKey()?.id
        return try await client.account(.deviceKeys).deviceKeys.map { DeviceKey($0, isOnThisDevice: $0.id == own) }
    }

    /// Makes a key in the Secure Enclave, and registers it for the user who is signed in.
    ///
    /// The system asks the owner of the device once, because the key shows to the server that it can sign. If the server
    /// wants a newer sign-in for this, or one with the passkey of the account, the user signs in again, with a passkey. If
    /// the device has no Secure Enclave or no
    /// passcode, the error is ``PasskeyError/deviceCannotHoldKey(reason:)``.
    ///
    /// ```swift
    /// let key = try await client.deviceKeys.register(named: UIDevice.current.name, reason: "Sign in with Face ID")
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the device, by which the user knows it in a list.
    ///   - protection: What has to happen before the key signs.
    ///   - reason: Why the application asks. The system shows it, and it must not be empty.
    @MainActor
    @discardableResult
    public func register(
        named name: String, protection: Protection = .userPresence, reason: String
    ) async throws(PasskeyError) -> DeviceKey {
        try await client.authorizer.showing { () async throws(PasskeyError) in
            try await client.registerDeviceKey(named: name, protection: protection, reason: reason)
        }
    }

    /// Signs a new user up whose first way in is the key of this device.
    ///
    /// Whoever loses the device loses the account, unless it gets a passkey: offer ``Passkeys/add(to:extensions:)`` next.
    /// Addresses are proven as in ``PasskeyClient/signUp(email:name:verification:)``, and the system asks the owner of the
    /// device after that.
    ///
    /// - Parameters:
    ///   - user: Who signs up.
    ///   - name: The name of the device, by which the user knows it in a list.
    ///   - protection: What has to happen before the key signs.
    ///   - reason: Why the application asks. The system shows it, and it must not be empty.
    ///   - verification: Asks the user for the code that an address has received.
    @MainActor
    public func signUp(
        _ user: NewUser, named name: String, protection: Protection = .userPresence, reason: String,
        verification: PasskeyClient.CodeEntry? = nil
    ) async throws(PasskeyError) -> SignInResult {
        try await client.authorizer.showing { () async throws(PasskeyError) in
            try await client.signUpWithDeviceKey(
                user, named: name, protection: protection, reason: reason, verification: verification)
        }
    }

    /// Signs the user in with the key of this device.
    ///
    /// Without a key, the error is ``PasskeyError/noDeviceKeyHere``, and nothing is shown. A key that can't be used any
    /// longer, because Face ID or Touch ID has changed, is removed from the device: ``PasskeyError/deviceKeyInvalid``. If
    /// the server doesn't accept the key, the error is ``PasskeyError/wrongDeviceKey``. In all of these, offer another way.
    ///
    /// - Parameter reason: Why the application asks. The system shows it, and it must not be empty.
    @MainActor
    public func signIn(reason: String) async throws(PasskeyError) -> SignInResult {
        try await client.authorizer.showing { () async throws(PasskeyError) in
            let user = try await client.signInWithDeviceKey(reason: reason)
            return SignInResult(user: user, suggestsPasskey: await client.hasNoPasskey(isNew: false))
        }
    }

    /// Signs the user in with the key of this device, and creates a passkey in the system's sheet.
    ///
    /// The key stays until the passkey is three days old: until then, somebody else who has used the key could be the one
    /// who has added it. Call ``removeReplaced()`` after later sign-ins with the passkey. If the user closes the sheet, the
    /// user is signed in all the same.
    ///
    /// If the account has a passkey already, or something else that is older than the key, which is new itself, the error is
    /// ``PasskeyError/passkeyNeeded``: have the user sign in with the passkey, or try again when the key is three days old.
    ///
    /// ```swift
    /// let passkey = try await client.deviceKeys.upgrade(reason: "Replace Face ID by a passkey")
    /// ```
    ///
    /// - Parameter reason: Why the application asks. The system shows it, and it must not be empty.
    @MainActor
    @discardableResult
    public func upgrade(reason: String) async throws(PasskeyError) -> Passkey {
        try await client.authorizer.showing { () async throws(PasskeyError) in
            _ = try await client.signInWithDeviceKey(reason: reason)
            return try await client.addPasskeyAfterDeviceKey()
        }
    }

    /// Signs the user in with a key of an earlier library, and creates a passkey in the system's sheet.
    ///
    /// The server accepts such a key here to lead its user to a passkey, and for nothing else. Remove the old key from the
    /// keychain once the account has a passkey that the user has signed in with.
    ///
    /// - Parameters:
    ///   - legacy: The key, whose closure signs.
    ///   - reason: Why the application asks the owner of the device before. The system shows it, and it must not be empty.
    @MainActor
    @discardableResult
    public func upgrade(legacy: LegacyDeviceKey, reason: String) async throws(PasskeyError) -> Passkey {
        try await client.authorizer.showing { () async throws(PasskeyError) in
            _ = try await client.signIn(with: legacy, reason: reason)
            return try await client.addPasskeyAfterDeviceKey()
        }
    }
}
