// SPDX-License-Identifier: Apache-2.0

package import WebAuthnVerification

extension SignInFailure {
    /// The report on a rejected response, for operators. `nil` for other failures.
    package var report: RejectionReport? {
        switch self {
        case .registrationRejected(let rejection): RejectionReport(rejection)
        case .authenticationRejected(let rejection): RejectionReport(rejection)
        default: nil
        }
    }

    /// The stable name of the reason, for programs and logs.
    package var code: String {
        switch self {
        case .clientNotAdmitted(let rule): "sign-in.client-not-admitted.\(rule.rawValue)"
        case .connectionUnknown: "sign-in.connection-unknown"
        case .passkeysDisabled: "sign-in.passkeys-disabled"
        case .signUpDisabled: "sign-in.sign-up-disabled"
        case .passkeyRequired: "sign-in.passkey-required"
        case .organization(let rule): "sign-in.organization.\(rule.rawValue)"
        case .profile(let rule): "sign-in.profile.\(rule.codeSuffix)"
        case .accountExists: "sign-in.account-exists"
        case .onlyWayIn: "sign-in.only-way-in"
        case .ceremony(let rejection): "sign-in.ceremony.\(rejection.codeSuffix)"
        case .registrationRejected(let rejection): rejection.code
        case .authenticationRejected(let rejection): rejection.code
        case .connectionMismatch: "sign-in.connection-mismatch"
        case .identifierMismatch: "sign-in.identifier-mismatch"
        case .counterRegressed(let rejection, _, _): rejection.code
        case .credentialUnknown: "sign-in.credential-unknown"
        case .accountBlocked: "sign-in.account-blocked"
        case .accountToBeDeleted: "sign-in.account-to-be-deleted"
        case .tokenVoid: "sign-in.token-revoked"
        case .signInTooOld: "sign-in.too-old"
        case .passkeyTooNew: "sign-in.passkey-too-new"
        case .proofMissing: "sign-in.proof-missing"
        case .accountUnknown: "sign-in.account-unknown"
        case .identityUnknown: "sign-in.identity-unknown"
        case .invitation(let rejection): "sign-in.invitation.\(rejection.codeSuffix)"
        case .setup(let rejection): "sign-in.setup.\(rejection.rawValue)"
        case .passkeyName(let rule): "sign-in.passkey-name.\(rule.codeSuffix)"
        case .passkeyUnknown: "sign-in.passkey-unknown"
        case .lastCredential: "sign-in.last-credential"
        case .tooManyPasskeys: "sign-in.too-many-passkeys"
        case .modifiedConcurrently: "sign-in.modified-concurrently"
        case .replayed: "sign-in.replayed"
        case .limitExceeded: "request.rate-limited"
        case .tooBusy: "sign-in.too-busy"
        case .storageUnavailable: "sign-in.storage-unavailable"
        }
    }
}

extension SignInFailure.ProfileRule {
    fileprivate var codeSuffix: String {
        switch self {
        case .identifierMissing: "identifier-missing"
        case .noIdentifier: "identifiers-missing"
        case .identifierNotAccepted: "identifier-not-accepted"
        case .identifierMalformed: "identifier-malformed"
        case .textTooLong: "text-too-long"
        case .tooMuchMetadata: "too-much-metadata"
        case .directionOverride: "direction-override"
        case .pictureNotSecure: "picture-not-secure"
        }
    }
}

extension SignInFailure.PasskeyNameRule {
    fileprivate var codeSuffix: String {
        switch self {
        case .tooLong: "too-long"
        case .controlCharacter: "control-character"
        case .directionOverride: "direction-override"
        }
    }
}

extension InvitationRejection {
    fileprivate var codeSuffix: String {
        switch self {
        case .notSealedHere: "seal-invalid"
        case .expired: "expired"
        case .belongsElsewhere: "binding-mismatch"
        case .alreadyConsumed: "consumed"
        }
    }
}

extension CeremonyRejection {
    fileprivate var codeSuffix: String {
        switch self {
        case .notSealedHere: "seal-invalid"
        case .expired: "expired"
        case .belongsElsewhere: "binding-mismatch"
        case .purposeMismatch: "purpose-mismatch"
        case .alreadyConsumed: "consumed"
        }
    }
}
