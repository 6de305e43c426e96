// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// An authentication that passed every step of §7.2. Only ``AuthenticationVerification`` can make one.
public struct VerifiedAuthentication: Sendable {
    /// The state of the authenticator's counter.
    public enum Counter: Hashable, Sendable {
        /// The authenticator has no counter, as is usual for synchronized passkeys.
        case unused
        /// The counter increased.
        case advanced
        /// The counter did not increase, and the policy is to report that.
        case regressed
    }

    /// The credential that was used.
    public let credentialID: CredentialID
    /// The account that the credential belongs to.
    public let owner: UserHandle
    /// The origin of the response.
    public let origin: Origin
    /// The flags that the authenticator signed. The record's backup state follows them (step 24).
    public let flags: AuthenticatorFlags
    /// The counter for the record (step 24).
    public let signCount: UInt32
    /// The state of the counter.
    public let counter: Counter
    /// Whether the authenticator was part of the client device.
    public let attachment: AuthenticatorAttachment?
    /// The extension outputs that the client reports.
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
