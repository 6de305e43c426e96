// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WebAuthnMessages
package import WebAuthnVerification

/// Why nobody was signed in, signed up or given a passkey.
package enum SignInFailure: Error, Sendable {
    /// The client is not one that may run ceremonies of its own.
    case clientNotAdmitted(ClientRule)
    /// There is no connection of this name, or the client may not use it.
    case connectionUnknown(String?)
    /// The connection does not let people sign in with passkeys.
    case passkeysDisabled(connection: String)
    /// The connection takes no new accounts.
    case signUpDisabled(connection: String)
    /// The client's rule on organizations is not kept.
    case organization(OrganizationRule)
    /// Something that was typed at sign-up is not acceptable.
    case profile(ProfileRule)
    /// There is an account with this identifier.
    case accountExists
    /// The ceremony is none, or not one that this submission belongs to.
    case ceremony(CeremonyRejection)
    /// The submission is to a registration, and does not hold.
    case registrationRejected(RegistrationRejection)
    /// The submission is to an authentication, and does not hold.
    case authenticationRejected(AuthenticationRejection)
    /// The passkey is of an account in another connection than the ceremony's.
    case connectionMismatch
    /// The counter did not grow, and everything else holds: there may be a copy of the passkey.
    case counterRegressed(AuthenticationRejection, UserID)
    /// Nobody has registered this credential here.
    case credentialUnknown(CredentialID)
    /// The account may not be used.
    case accountBlocked
    /// The token was issued before the account's tokens became void.
    case tokenVoid
    /// There is no such account any more.
    case accountUnknown
    /// The account is not made of this identity.
    case identityUnknown(String)
    /// The invitation is none, or not one that can be gone on with.
    case invitation(InvitationRejection)
    /// A passkey cannot be called this.
    case passkeyName(PasskeyNameRule)
    /// There is no such passkey of this account.
    case passkeyUnknown
    /// It is the account's last way in.
    case lastCredential
    /// The account has as many passkeys as one may have.
    case tooManyPasskeys(limit: Int)
    /// What it was judged by changed while it was judged: another submission came first.
    case modifiedConcurrently
    /// What its caller wanted stored with the sign-in could not be, so nothing was.
    case companion(any Error)
    /// Too many answers are waiting to be judged.
    case tooBusy
    /// The storage does not work now.
    case storageUnavailable(reason: String)

    /// What a client has to be allowed.
    package enum ClientRule: String, Sendable {
        case passkeyGrant = "passkey-grant"
        case firstParty = "first-party"
        case oidcConformant = "oidc-conformant"
        case domain
    }

    /// What a client says of organizations.
    package enum OrganizationRule: String, Sendable {
        case notAllowed = "not-allowed"
        case required
        case unknown
        case connectionNotAdmitted = "connection-not-admitted"
    }

    /// What a passkey may be called.
    package enum PasskeyNameRule: Hashable, Sendable {
        case tooLong(limit: Int)
        case controlCharacter
        case directionOverride
    }

    /// What sign-up wants.
    package enum ProfileRule: Hashable, Sendable {
        case identifierMissing(Identifier.Kind)
        case noIdentifier
        case identifierNotAccepted(Identifier.Kind)
        case identifierMalformed(Identifier.Kind)
        case textTooLong(member: String, limit: Int)
        case tooMuchMetadata(limit: Int)
        /// The text has a character that turns round how what follows is shown.
        case directionOverride(member: String)
        /// The picture is not an https URL.
        case pictureNotSecure
    }
}
