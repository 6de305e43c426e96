// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// An authentication that passed every step of §7.2. Only ``AuthenticationVerification`` creates one.
public struct VerifiedAuthentication: Sendable {
    /// The change of the signature counter.
    public enum Counter: Hashable, Sendable {
        /// The authenticator has no counter, as is common for synchronized passkeys.
        case unused
        /// The counter increased.
        case advanced
        /// The counter did not increase, and ``PendingAuthentication/CounterPolicy/reportRegression`` is set.
        case regressed
    }

    /// The identifier of the credential.
    public let credentialID: CredentialID
    /// The user handle of the account that the credential belongs to.
    public let owner: UserHandle
    /// The origin of the ceremony.
    public let origin: Origin
    /// The signed authenticator flags.
    public let flags: AuthenticatorFlags
    /// The signature counter.
    public let signCount: UInt32
    /// The change of the signature counter since the previous ceremony.
    public let counter: Counter
    /// The authenticator's attachment, as reported by the client.
    public let attachment: AuthenticatorAttachment?
    /// The client extension outputs, which are not signed.
    public let extensionOutputs: ClientExtensionOutputs

    init(
        response: AuthenticationResponse, authenticatorData: AuthenticatorData, credential: StoredCredential,
        origin: Origin, counter: Counter
    ) {
        credentialID = credential.id
        owner = credential.owner
        self.origin = origin
        flags = authenticatorData.flags
        signCount = authenticatorData.signCount
        self.counter = counter
        attachment = response.attachment
        extensionOutputs = response.extensionOutputs
    }
}
