// SPDX-License-Identifier: Apache-2.0

import ClientContract

extension PasskeyError {
    init(_ problem: ProblemAnswer) {
        let code = problem.code ?? problem.error
        let message = problem.description ?? "The server rejected the request."
        switch code {
        case "sign-in.account-exists", "user_exists": self = .accountExists
        case _ where problem.signal?.unknownCredential != nil: self = .noPasskeyHere
        case "registration.credential-already-registered": self = .alreadyRegistered
        case "sign-in.account-blocked", "oauth.user-blocked": self = .accountBlocked
        case "sign-in.account-to-be-deleted": self = .accountToBeDeleted
        // Auth0 has no code for it.
        case "unauthorized" where message == "user is blocked": self = .accountBlocked
        case "sign-in.too-old", "insufficient_user_authentication": self = .signInTooOld
        case "sign-in.identifier-mismatch": self = .wrongAccount
        case "sign-in.ceremony.expired": self = .timedOut
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
            "sign-in.sign-up-disabled", "sign-in.organization.",
        ]
        return prefixes.contains(where: code.hasPrefix) || code.hasSuffix(".origin-not-allowed")
            || code.hasSuffix(".relying-party-id-mismatch")
    }

    private static let configurationErrors: Set = [
        "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope", "invalid_target",
    ]
}
