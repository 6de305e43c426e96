// SPDX-License-Identifier: Apache-2.0

/// Why a ceremony failed. Browsers report most of these as `NotAllowedError`.
public enum AuthenticatorFailure: Error, Hashable, Sendable {
    /// The authenticator has a credential of `excludeCredentials` (`InvalidStateError` in a browser).
    case excluded
    /// The authenticator has no allowed credential for this relying party.
    case noCredential
    /// The authenticator supports none of the offered algorithms.
    case noCommonAlgorithm
    /// The algorithm is unknown, or the installed OpenSSL lacks it.
    case algorithmNotSupported(KeyAlgorithm)
    /// The options require user verification, which the authenticator or the person refuses.
    case userVerificationUnavailable
    /// The options require a discoverable credential or an attachment that the profile lacks.
    case notEligible
    /// The origin may not use this relying party id (`SecurityError` in a browser).
    case originMismatch(relyingPartyID: String, origin: String)
    /// The options are malformed. The text names the first fault.
    case optionsMalformed(String)
    /// The vault is malformed. The text names the first fault.
    case vaultMalformed(String)
    /// The attestation format doesn't support this credential, such as FIDO U2F with an RSA key.
    case attestationImpossible(AttestationKind)
    /// The mutation or alteration doesn't apply to this ceremony.
    case tamperingNotApplicable(String)
}
