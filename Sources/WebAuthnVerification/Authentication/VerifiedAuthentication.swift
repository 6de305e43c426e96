// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// An authentication that passed every step of §7.2. Only ``AuthenticationVerification`` can make one.
public struct VerifiedAuthentication: Sendable {
    /// What the authenticator's counter tells.
    public enum Counter: Hashable, Sendable {
        /// The authenticator does not count, as is usual for synchronised passkeys.
        case unused
        /// It grew.
        case advanced
        /// It did not grow, and the policy was to report that.
        case regressed
    }

    /// The credential that was used.
    public let credentialID: CredentialID
    /// The account it belongs to.
    public let owner: UserHandle
    /// The origin the response came from.
    public let origin: Origin
    /// The flags that the authenticator signed; the record's backup state is to follow them (step 24).
    public let flags: AuthenticatorFlags
    /// The counter to put on record (step 24).
    public let signCount: UInt32
    /// What the counter tells.
    public let counter: Counter
    /// Whether the authenticator was part of the client device.
    public let attachment: AuthenticatorAttachment?
    /// What the client reports of extensions.
    public let extensionOutputs: ClientExtensionOutputs

    init(
        _ response: AuthenticationResponse, _ data: AuthenticatorData, _ credential: StoredCredential,
        _ ceremony: (origin: Origin, counter: Counter)
    ) {
        credentialID = credential.id
        owner = credential.owner
        origin = ceremony.origin
        flags = data.flags
        signCount = data.signCount
        counter = ceremony.counter
        attachment = response.attachment
        extensionOutputs = response.extensionOutputs
    }
}
