// SPDX-License-Identifier: Apache-2.0

import ClientContract

extension PasskeyError {
    init(_ problem: ProblemAnswer) {
        if let weakness = WeakPassword(problem) {
            self = .weakPassword(weakness)
            return
        }
        let code = problem.code ?? problem.error
        let message = problem.description ?? "The server rejected the request."
        switch code {
        // Auth0 says `invalid_signup` for an account that exists, and for what it does not tell strangers.
        case "sign-in.account-exists", "user_exists", "username_exists", "invalid_signup": self = .accountExists
        case _ where problem.signal?.unknownCredential != nil: self = .noPasskeyHere
        case "registration.credential-already-registered": self = .alreadyRegistered
        case "sign-in.account-blocked", "oauth.user-blocked", "sign-in.password-of-blocked-account":
            self = .accountBlocked
        case "sign-in.password-mismatch": self = .wrongPassword(username: nil)
        case "sign-in.code-mismatch", "sign-in.code-exhausted": self = .wrongCode
        case "invalid_grant" where Self.wrongCodes.contains(message): self = .wrongCode
        case "sign-in.device-key-mismatch", "sign-in.device-keys-ended": self = .wrongDeviceKey
        case "sign-in.identifier-unverified": self = .identifierUnverified
        case "sign-in.confirmation-required", "sign-in.way-in-required", "sign-in.device-key-too-new":
            self = .passkeyNeeded
        case "sign-in.account-to-be-deleted": self = .accountToBeDeleted
        // Auth0 has no code for it.
        case "unauthorized" where message == "user is blocked": self = .accountBlocked
        case "invalid_grant" where message == "Wrong email or password.": self = .wrongPassword(username: nil)
        case "sign-in.too-old", "insufficient_user_authentication": self = .signInTooOld
        case "sign-in.identifier-mismatch": self = .wrongAccount
        case "sign-in.ceremony.expired": self = .timedOut
        case _ where problem.status == 429: self = .tooBusy(retryAfter: problem.retryAfter)
        case let code where code.hasPrefix("sign-in.profile."):
            self = .invalidProfile(field: problem.field ?? Self.field(namedIn: message))
        case let code where Self.isAboutConfiguration(code) || Self.configurationErrors.contains(problem.error):
            self = .misconfigured(code: code, message: message, reference: problem.reference)
        default: self = .server(code: code, message: message, reference: problem.reference)
        }
    }

    /// The server names the member in its sentence, as the request does.
    private static func field(namedIn message: String) -> String? {
        let fields: Set = [
            "email", "phone_number", "username", "name", "given_name", "family_name", "nickname", "picture",
            "user_metadata",
        ]
        let words = message.split { !$0.isLetter && $0 != "_" }.map(String.init)
        return words.first(where: fields.contains)
    }

    /// Faults of the application or of the server's configuration: no user can do anything about them.
    private static func isAboutConfiguration(_ code: String) -> Bool {
        let prefixes = [
            "oauth.client-", "oauth.grant-type-", "oauth.audience-", "oauth.scope-", "oauth.parameter-",
            "sign-in.client-not-admitted.", "sign-in.connection-unknown", "sign-in.passkeys-disabled",
            "sign-in.sign-up-disabled", "sign-in.passwords-disabled", "sign-in.password-changes-disabled",
            "sign-in.password-missing", "sign-in.password-sign-up-blocked", "sign-in.organization.",
            "sign-in.verification-missing", "sign-in.codes-disabled",
        ]
        return prefixes.contains(where: code.hasPrefix) || code.hasSuffix(".origin-not-allowed")
            || code.hasSuffix(".relying-party-id-mismatch")
    }

    private static let wrongCodes: Set = [
        "Wrong email or verification code.", "Wrong phone number or verification code.",
    ]

    private static let configurationErrors: Set = [
        "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope", "invalid_target",
    ]
}
