// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices

extension AppleSimulator {
    /// Signs in with a saved password from a sheet.
    func providePassword(_ presentation: SimulatedPresentation) async throws -> ASPasswordCredential {
        // The keyboard offers saved passwords to text fields, not to requests.
        guard presentation != .autoFill else { throw SystemErrors.failed("Passwords need no AutoFill request.") }
        guard let domain = state.associatedDomains.first else { throw SystemErrors.notAssociated("any domain") }
        try requireAssociation(domain)
        if presentation == .modalIfImmediatelyAvailable, !hasPassword(state) {
            throw SystemErrors.noPasskey(state.noPasskeyReport)
        }
        try await askOwner()
        guard let saved = fillPassword() else { throw SystemErrors.noPasskey(state.noPasskeyReport) }
        return ASPasswordCredential(user: saved.user, password: saved.password)
    }

    /// Fills in the fields of a form with the password that the owner has saved, or `nil` if there is none. Right after
    /// it, the system creates a passkey without asking.
    package func fillPassword() -> SimulatorState.SavedPassword? {
        guard hasPassword(state) else { return nil }
        set { $0.passwordWasJustFilled = true }
        return state.savedPasswords.first
    }

    func hasPassword(_ state: SimulatorState) -> Bool { state.isKeychainOn && !state.savedPasswords.isEmpty }
}
