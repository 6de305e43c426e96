// SPDX-License-Identifier: Apache-2.0

/// Why a ceremony could not be carried out; browsers call most of these `NotAllowedError`.
public enum AuthenticatorFailure: Error, Hashable, Sendable {
    /// A credential of `excludeCredentials` is already here (`InvalidStateError` in a browser).
    case excluded
    /// No credential for this relying party is allowed and present.
    case noCredential
    /// None of the offered algorithms is one the authenticator has.
    case noCommonAlgorithm
    /// The algorithm is unknown here, or the installed OpenSSL lacks it.
    case algorithmNotSupported(KeyAlgorithm)
    /// The options require user verification, and the authenticator or the person does not do it.
    case userVerificationUnavailable
    /// The options require a discoverable credential or an attachment the profile does not have.
    case notEligible
    /// The origin may not use this relying party id (`SecurityError` in a browser).
    case originMismatch(relyingPartyID: String, origin: String)
    /// The options are not what WebAuthn describes; the text names the first thing that is wrong.
    case optionsMalformed(String)
    /// The vault cannot be read; the text names the first thing that is wrong.
    case vaultMalformed(String)
    /// The attestation format cannot be made with this credential, for instance FIDO U2F with an RSA key.
    case attestationImpossible(AttestationKind)
    /// The tampering or alteration has nothing to tamper with in this ceremony.
    case tamperingNotApplicable(String)
}
