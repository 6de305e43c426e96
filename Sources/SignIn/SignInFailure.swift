// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import RateLimiting
package import WebAuthnMessages
package import WebAuthnVerification
package import WireFormats

/// Why a use case of this module failed.
package enum SignInFailure: Error, Sendable {
    /// The client may not run ceremonies.
    case clientNotAdmitted(ClientRule)
    /// The connection does not exist, or the client may not use it.
    case connectionUnknown(String?)
    /// Passkeys are disabled for the connection.
    case passkeysDisabled(connection: String)
    /// Sign-ups are disabled for the connection.
    case signUpDisabled(connection: String)
    /// The connection has no accounts without a passkey.
    case passkeyRequired(connection: String)
    /// The request breaks a rule about organizations.
    case organization(OrganizationRule)
    /// The sign-up profile is not acceptable.
    case profile(ProfileRule)
    /// An account with this identifier exists.
    case accountExists
    /// The session is invalid, or does not belong to this request.
    case ceremony(CeremonyRejection)
    /// The response to a registration was rejected.
    case registrationRejected(RegistrationRejection)
    /// The response to an authentication was rejected.
    case authenticationRejected(AuthenticationRejection)
    /// The passkey's account is in another connection than the ceremony.
    case connectionMismatch
    /// The passkey's account is not the one that the user named.
    case identifierMismatch
    /// The counter did not grow, and every other check passed. There may be a copy of the passkey.
    case counterRegressed(AuthenticationRejection, passkey: PasskeyID, user: UserID)
    /// The credential is not registered.
    case credentialUnknown(CredentialID)
    /// The account is blocked.
    case accountBlocked
    /// The account is going to be erased, because its user asked for that.
    case accountToBeDeleted(at: Timestamp)
    /// The access token was revoked with all earlier tokens of the account.
    case tokenVoid
    /// The user's sign-in with the client is too long ago for a change to the ways into the account.
    case signInTooOld(maxAge: Int)
    /// The change needs the response of one of the account's passkeys.
    case proofMissing
    /// The passkey was added too short a time ago to prove who asks.
    case passkeyTooNew
    /// The account does not exist.
    case accountUnknown
    /// The account does not have this identity.
    case identityUnknown(String)
    /// The invitation was rejected.
    case invitation(InvitationRejection)
    /// The set-up of the server was rejected.
    case setup(SetupRejection)
    /// The passkey's name is not acceptable.
    case passkeyName(PasskeyNameRule)
    /// The account has no such passkey.
    case passkeyUnknown
    /// The passkey is the account's last credential.
    case lastCredential
    /// The browser's session is the only way into another user's account.
    case onlyWayIn
    /// The account has the most passkeys that are allowed.
    case tooManyPasskeys(limit: Int)
    /// The records changed during verification, because another response came first.
    case modifiedConcurrently
    /// A signed message of the request was used before.
    case replayed(OneTimeUse.Kind)
    /// The sender or the user exceeded a limit.
    case limitExceeded(RateLimitStatus)
    /// Too many registrations wait for verification.
    case tooBusy
    /// The storage is not available.
    case storageUnavailable(reason: String)

    /// A condition that a client must meet.
    package enum ClientRule: String, CaseIterable, Sendable {
        case passkeyGrant = "grant-missing"
        case firstParty = "third-party"
        case oidcConformant = "not-oidc-conformant"
        case domain = "domain-mismatch"
    }

    /// A condition on the organization of a request.
    package enum OrganizationRule: String, CaseIterable, Sendable {
        case notAllowed = "not-allowed"
        case required = "missing"
        case unknown
        case connectionNotAdmitted = "connection-not-admitted"
    }

    /// A condition on a passkey's name.
    package enum PasskeyNameRule: Hashable, Sendable {
        case tooLong(limit: Int)
        case controlCharacter
        case directionOverride
    }

    /// A condition on a sign-up profile.
    package enum ProfileRule: Hashable, Sendable {
        case identifierMissing(Identifier.Kind)
        case noIdentifier
        case identifierNotAccepted(Identifier.Kind)
        case identifierMalformed(Identifier.Kind)
        case textTooLong(member: String, limit: Int)
        case tooMuchMetadata(limit: Int)
        /// The text contains a character that changes the direction of the text after it.
        case directionOverride(member: String)
        /// The picture is not an https URL.
        case pictureNotSecure
    }
}

extension SignInFailure {
    /// Whether the failure rejects the response for good. A response that could not be verified or stored, or that
    /// came with a profile to correct, may be sent again.
    var consumesCeremony: Bool {
        switch self {
        case .storageUnavailable, .tooBusy, .limitExceeded, .replayed, .ceremony, .profile: false
        default: true
        }
    }

    /// Translates an error of the storage.
    package init(_ error: any Error) {
        self =
            switch error {
            case let failure as SignInFailure: failure
            case StorageConflict.alreadyExists: .accountExists
            case StorageConflict.notFound: .accountUnknown
            case is StorageConflict: .modifiedConcurrently
            case StorageError.unavailable(let reason), StorageError.incompatible(let reason),
                StorageError.damaged(let reason):
                .storageUnavailable(reason: reason)
            default: .storageUnavailable(reason: "\(error)")
            }
    }
}
