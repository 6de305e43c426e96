// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why a code is not sent, or not accepted.
package enum CodeRejection: Failure, Hashable {
    /// The code is not the one that was sent. Strangers never learn more.
    case mismatch(Mismatch, by: Identifier.Kind)
    /// The sign-up has to prove these addresses.
    case verificationMissing([Identifier.Kind])
    /// A code of a sign-up is wrong. Unless it is final, the user may enter another one.
    case verificationFailed([Identifier.Kind], isFinal: Bool)
    /// Nobody has proven the address of this account, which has other ways in.
    case identifierUnverified
    /// The server sends nothing to addresses of this kind.
    case notConfigured(Identifier.Kind)
    /// The address is confirmed already.
    case addressUnchanged
    /// An address of this kind is none of the connection.
    case addressNotAccepted

    /// What a mismatch is to operators.
    package enum Mismatch: String, CaseIterable, Sendable {
        case wrong = "The code is wrong."
        case unknown = "No code was sent."
        case expired = "The code has expired."
        case spent = "The code was used before."
        case exhausted = "Too many wrong codes were entered for this one."
        case resting = "Too many wrong codes were entered for the address today."
        case elsewhere = "The code belongs to another client, host, browser or purpose."
        case nobody = "No account has the address."

        /// Whether no other entry for the same code is accepted.
        package var isFinal: Bool { self != .wrong }
    }
}

extension CodeRejection {
    package var fault: Fault {
        switch self {
        case .mismatch(_, let kind):
            Fault(
                .invalidGrant, "sign-in.code-mismatch", Self.sentence(kind),
                meaning: "The code is wrong, has expired or was used.",
                remedy: "None needed, unless it happens often. The log has the cause.")
        case .verificationMissing:
            Fault(
                .invalidRequest, "sign-in.verification-missing",
                "The sign-up has to prove its addresses. Send the codes in verification.",
                remedy: "Ask the user for the codes that were sent, and send them in verification.")
        case .verificationFailed(_, isFinal: false):
            Fault(
                .invalidGrant, "sign-in.verification-failed", "Wrong verification code.",
                remedy: "Ask the user for the code again, and send the same response with it.")
        case .verificationFailed(_, isFinal: true):
            Fault(
                .invalidGrant, "sign-in.verification-ended", "Wrong verification code.",
                meaning: "The code of a sign-up has expired, was used, or was entered wrong too often.",
                remedy: "Begin the sign-up again.")
        case .identifierUnverified:
            Fault(
                .denied, "sign-in.identifier-unverified",
                "Nobody has confirmed this address for its account. Sign in on the server's page to confirm it.",
                remedy: "The user signs in at /account with a code, and checks what can get into the account.")
        case .notConfigured(.phoneNumber):
            Fault(
                .invalidRequest, "messages.not-configured", "This server sends no text messages.",
                remedy: "Start the server with --messages.")
        case .notConfigured:
            Fault(
                .invalidRequest, "mail.not-configured", "This server sends no mail.",
                remedy: "Start the server with --mail.")
        case .addressUnchanged:
            Fault(
                .conflict, "sign-in.address-unchanged", "This is the account's confirmed address already.",
                remedy: "None needed.")
        case .addressNotAccepted:
            Fault(
                .invalidRequest, "sign-in.address-not-accepted", "Accounts of this connection have no such address.",
                remedy: "Add the attribute to attributes of the connection.")
        }
    }

    private static func sentence(_ kind: Identifier.Kind) -> String {
        kind == .phoneNumber ? "Wrong phone number or verification code." : "Wrong email or verification code."
    }

    /// One for each code.
    static let examples: [CodeRejection] = [
        .mismatch(.wrong, by: .email), .verificationMissing([]),
        .verificationFailed([], isFinal: false), .verificationFailed([], isFinal: true), .identifierUnverified,
        .notConfigured(.email), .notConfigured(.phoneNumber), .addressUnchanged, .addressNotAccepted,
    ]
}
