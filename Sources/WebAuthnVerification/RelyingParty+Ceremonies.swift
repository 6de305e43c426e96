// SPDX-License-Identifier: Apache-2.0

import Cryptography
public import WebAuthnMessages

extension RelyingParty {
    /// Begins a registration.
    ///
    /// Send the options to the client, and store the pending registration until its response arrives.
    ///
    /// The options match the settings that `configure` changes. Settings that affect only the client, such as the
    /// timeout or hints, can be changed in the options afterwards.
    ///
    /// - Parameters:
    ///   - user: The account that the passkey is created for.
    ///   - credentials: The account's existing passkeys. Their authenticators don't create another one.
    ///   - configure: A closure that changes settings from their strictest values. The store must reject duplicate
    ///     credential identifiers, unless ``PendingRegistration/registeredCredentials`` is set.
    /// - Returns: The options for the client, and the pending registration.
    public func beginRegistration(
        for user: CreationOptions.User, excluding credentials: [CredentialDescriptor] = [],
        configure: (inout PendingRegistration) -> Void = { _ in }
    ) -> (options: CreationOptions, pending: PendingRegistration) {
        var pending = PendingRegistration(
            relyingParty: self, challenge: .random(), registeredCredentials: .rejectedByStore)
        configure(&pending)
        var options = CreationOptions(
            relyingPartyID: pending.relyingParty.id, relyingPartyName: pending.relyingParty.name, user: user,
            challenge: pending.challenge)
        options.algorithms = pending.algorithms
        options.excludedCredentials = credentials
        options.userVerification = pending.userVerification
        if case .required = pending.attestationTrust { options.attestation = .direct }
        return (options, pending)
    }

    /// Begins an authentication.
    ///
    /// Send the options to the client, and store the pending authentication until its response arrives.
    ///
    /// The options match the settings that `configure` changes.
    ///
    /// - Parameters:
    ///   - user: The user that the authentication is for. By default the response identifies the user.
    ///   - credentials: The allowed passkeys. With an empty list, the user selects one.
    ///   - configure: A closure that changes settings from their strictest values.
    /// - Returns: The options for the client, and the pending authentication.
    public func beginAuthentication(
        for user: PendingAuthentication.User = .discoverable, allowing credentials: [CredentialDescriptor] = [],
        configure: (inout PendingAuthentication) -> Void = { _ in }
    ) -> (options: RequestOptions, pending: PendingAuthentication) {
        var pending = PendingAuthentication(relyingParty: self, challenge: .random(), user: user)
        if !credentials.isEmpty { pending.allowedCredentials = .listed(Set(credentials.map(\.id))) }
        configure(&pending)
        var options = RequestOptions(relyingPartyID: pending.relyingParty.id, challenge: pending.challenge)
        options.allowedCredentials = pending.allowedCredentials.descriptors(from: credentials)
        options.userVerification = pending.userVerification
        if case .requested(let id) = pending.appID { options.extensions.appID = id }
        return (options, pending)
    }
}

extension PendingAuthentication.AllowedCredentials {
    /// Returns the allowed credentials as descriptors, with the transports of those that are given.
    fileprivate func descriptors(from given: [CredentialDescriptor]) -> [CredentialDescriptor] {
        guard case .listed(let allowed) = self else { return [] }
        let described = given.filter { allowed.contains($0.id) }
        let others = allowed.subtracting(described.map(\.id)).map { CredentialDescriptor(id: $0) }
        return described + others.sorted { $0.id.base64URL < $1.id.base64URL }
    }
}

extension Challenge {
    /// Returns a challenge of 32 random bytes.
    public static func random() -> Challenge { Challenge(uncheckedBytes: Randomness.bytes(32)) }
}

extension UserHandle {
    /// Returns a handle of 32 random bytes, which reveal nothing about the account.
    public static func random() -> UserHandle { UserHandle(uncheckedBytes: Randomness.bytes(32)) }
}
