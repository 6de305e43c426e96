// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WebAuthnMessages
package import WebAuthnVerification

/// Why the response of a device is rejected.
///
/// What helps an attacker more than a developer is only logged: all responses that were not verified read alike.
package enum ResponseRejection: Failure {
    /// The response to a registration was rejected.
    case registration(RegistrationRejection)
    /// The response to an authentication was rejected.
    case authentication(AuthenticationRejection)
    /// The counter did not grow, and every other check passed. There may be a copy of the passkey.
    case counterRegressed(AuthenticationRejection, passkey: PasskeyID, user: UserID)
    /// The credential is not registered.
    case credentialUnknown(CredentialID)
    /// The passkey's account is in another connection than the ceremony.
    case connectionMismatch
    /// The passkey's account is not the one that the user named.
    case identifierMismatch
}

extension ResponseRejection {
    package var fault: Fault {
        switch self {
        case .registration(let rejection): Self.rejected(rejection.code)
        case .authentication(let rejection): Self.rejected(rejection.code)
        case .counterRegressed(let rejection, _, _): Self.rejected(rejection.code)
        case .credentialUnknown:
            Fault(
                .invalidGrant, "sign-in.credential-unknown",
                "This passkey is not registered. Use a different passkey, or sign up.",
                remedy:
                    "The passkey was removed, or registered after the backup that was restored. Have the application "
                    + "send the signal that came with the error, and invite the user with thumbturn users invite.")
        case .connectionMismatch:
            Fault(
                .invalidGrant, "sign-in.connection-mismatch",
                "This passkey belongs to another connection. Use a different passkey, or sign up.",
                remedy: "In realm, name the connection that the user signed up with.")
        case .identifierMismatch:
            Fault(
                .invalidGrant, "sign-in.identifier-mismatch",
                "This passkey is not of the account that was entered. Use a different passkey.",
                remedy: "Choose the passkey of the account that was entered, or enter nothing.")
        }
    }

    /// One for each code.
    static let examples: [ResponseRejection] = [
        .credentialUnknown(CredentialID([])), .connectionMismatch, .identifierMismatch,
    ]
}

extension ResponseRejection {
    /// The code says what was wrong. Its advice stands with the rejections.
    private static func rejected(_ code: String) -> Fault {
        Fault(.invalidGrant, code, "The passkey's response was rejected. Start again.")
    }

    /// The report for operators. `nil` for a response that was verified.
    var report: RejectionReport? {
        switch self {
        case .registration(let rejection): RejectionReport(rejection)
        case .authentication(let rejection): RejectionReport(rejection)
        case .counterRegressed, .credentialUnknown, .connectionMismatch, .identifierMismatch: nil
        }
    }
}
