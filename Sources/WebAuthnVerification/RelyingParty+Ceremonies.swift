// SPDX-License-Identifier: Apache-2.0

import Cryptography
public import WebAuthnMessages

extension RelyingParty {
    /// Begins a registration: returns the options for the client, and what to keep until its response arrives.
    ///
    /// The two agree: whatever `configure` changes in the pending registration, the options ask for. What only the client
    /// reads, such as the timeout or hints, may be changed in the options afterwards.
    ///
    /// - Parameters:
    ///   - user: the account that the passkey is made for.
    ///   - credentials: the passkeys that the account has already; the client refuses to make a second one on their devices.
    ///   - configure: changes settings from their strictest values. Uniqueness of the credential's identifier is left to
    ///     the store, unless ``PendingRegistration/registeredCredentials`` is set.
    public func beginRegistration(
        for user: CreationOptions.User, excluding credentials: [CredentialDescriptor] = [],
        configure: (inout PendingRegistration) -> Void = { _ in }
    ) -> (options: CreationOptions, pending: PendingRegistration) {
        var pending = PendingRegistration(
            relyingParty: self, challenge: .random(), registeredCredentials: .refusedByStore)
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

    /// Begins an authentication: returns the options for the client, and what to keep until its response arrives.
    ///
    /// The two agree: whatever `configure` changes in the pending authentication, the options ask for.
    ///
    /// - Parameters:
    ///   - user: whose passkey it has to be; by default the response tells.
    ///   - credentials: the passkeys that are accepted; an empty list leaves the choice to the user.
    ///   - configure: changes settings from their strictest values.
    public func beginAuthentication(
        for user: PendingAuthentication.User = .discoverable, allowing credentials: [CredentialDescriptor] = [],
        configure: (inout PendingAuthentication) -> Void = { _ in }
    ) -> (options: RequestOptions, pending: PendingAuthentication) {
        var pending = PendingAuthentication(relyingParty: self, challenge: .random(), user: user)
        if !credentials.isEmpty { pending.allowedCredentials = .listed(Set(credentials.map(\.id))) }
        configure(&pending)
        var options = RequestOptions(relyingPartyID: pending.relyingParty.id, challenge: pending.challenge)
        options.allowedCredentials = pending.allowedCredentials.descriptors(describedBy: credentials)
        options.userVerification = pending.userVerification
        if case .requested(let id) = pending.appID { options.extensions.appID = id }
        return (options, pending)
    }
}

extension PendingAuthentication.AllowedCredentials {
    /// The entries of the options' list: the given descriptors where they are allowed, then the other identifiers.
    fileprivate func descriptors(describedBy given: [CredentialDescriptor]) -> [CredentialDescriptor] {
        guard case .listed(let allowed) = self else { return [] }
        let described = given.filter { allowed.contains($0.id) }
        let others = allowed.subtracting(described.map(\.id)).map { CredentialDescriptor(id: $0) }
        return described + others.sorted { $0.id.base64URL < $1.id.base64URL }
    }
}

extension Challenge {
    /// Creates a challenge of 32 random bytes.
    public static func random() -> Challenge { Challenge(uncheckedBytes: Randomness.bytes(32)) }
}

extension UserHandle {
    /// Creates a handle of 32 random bytes, which tell nothing about the account.
    public static func random() -> UserHandle { UserHandle(uncheckedBytes: Randomness.bytes(32)) }
}
