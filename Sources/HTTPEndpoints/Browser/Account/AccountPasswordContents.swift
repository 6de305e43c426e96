// SPDX-License-Identifier: Apache-2.0

import Configuration
import HostedPages
import IdentityModel
import SignIn
import WireFormats

extension AccountRequest {
    private func choices() async throws(SignInFailure) -> PasswordChoices? {
        guard let connection,
            WayReference.Kind.password.isEnabled(in: connection, of: context.configuration)
        else { return nil }
        return try await PasswordChoices(
            of: owner, at: context.relyingPartyID, in: browser.services.accounts)
    }

    /// The password as the account page shows it; `nil` if the connection has none.
    func password() async throws(SignInFailure) -> AccountPassword? {
        guard let choices = try await choices() else { return nil }
        guard choices.stored != nil || choices.restorableUntil != nil || givesPasswords else { return nil }
        var password = AccountPassword(choices, at: browser.services.accounts.now())
        password.isOffered = givesPasswords
        password.isChangeable = letsUsersChange
        if !letsUsersChange { password.toSet = nil }
        return password
    }

    private var connection: Connection? { context.configuration.connection(session.user.connection) }

    private var letsUsersChange: Bool { connection?.isPasswordChangeDisabled == false }

    /// Whether users who have no password get one.
    private var givesPasswords: Bool {
        letsUsersChange && connection?.methods.password.signUpBehavior == .allow
    }

    /// The page that sets or changes the password; `nil` if the user can't do that in this session.
    func passwordPage(usingCurrentPassword: Bool) async throws(SignInFailure) -> SetPasswordPage? {
        guard letsUsersChange, let choices = try await choices(), choices.stored?.disabledBy == nil,
            choices.stored != nil || givesPasswords,
            let connection = context.configuration.connection(choices.user.connection)
        else { return nil }
        let proof: SetPasswordPage.Proof
        if choices.needsNoProof {
            proof = .nothing
        } else if choices.acceptsCurrentPassword, usingCurrentPassword || !choices.hasSettledPasskey {
            proof = .currentPassword
        } else if choices.hasSettledPasskey {
            proof = .passkey
        } else {
            return nil
        }
        var page = SetPasswordPage(
            token: .csrf(formToken), identifier: choices.user.identifiers.first?.value ?? choices.user.displayedName,
            rules: NewPasswordRules(connection.passwordPolicy), provenBy: proof, isChange: choices.stored != nil)
        if choices.acceptsCurrentPassword, choices.hasSettledPasskey {
            page.alternative = PageLink(
                .accountPassword, parameters: proof == .passkey ? [("by", "password")] : [])
        }
        return page
    }
}

extension AccountPassword {
    fileprivate init(_ choices: PasswordChoices, at time: Timestamp) {
        self.init(State(choices))
        let latest = choices.passkeysSettleAt
        if !choices.needsNoProof, !choices.hasSettledPasskey, !choices.acceptsCurrentPassword {
            toSet = latest.first.flatMap { $0 > time ? .settledPasskey(at: $0) : nil } ?? .passkey
        }
        guard choices.stored != nil, !choices.canDoWithout else { return }
        toDoWithout =
            latest.dropFirst().first.flatMap { $0 > time ? .secondSettledPasskey(at: $0) : nil } ?? .secondPasskey
    }

    /// Whether the page of an act has anything to ask.
    func allows(_ act: PasswordActPage.Act) -> Bool {
        switch (act, state) {
        case (.remove, .active), (.remove, .off), (.usePasskeysOnly, .active), (.usePassword, .off): toDoWithout == nil
        case (.restore, .removed): true
        default: false
        }
    }
}

extension AccountPassword.State {
    fileprivate init(_ choices: PasswordChoices) {
        guard let stored = choices.stored else {
            self = choices.restorableUntil.map { .removed(restorableUntil: $0) } ?? .missing
            return
        }
        self =
            switch stored.disabledBy {
            case .user: .off
            case .administrator: .offByOperator
            case nil: .active(setAt: stored.setAt, isKnownToAttackers: stored.breachedAt != nil)
            }
    }
}

extension SetPasswordPage {
    /// Says what is wrong; `false` if the failure is not about what the user entered.
    mutating func explain(_ failure: SignInFailure) -> Bool {
        switch failure {
        case .password(.notAcceptable(let rejected, _)): fault = NewPasswordFault(rejected)
        case .password(.mismatch): currentFault = .wrong
        case .password(.tooManyAttempts), .limitExceeded: currentFault = .tooManyAttempts
        case .tooBusy: currentFault = .tooBusy
        default: return false
        }
        return true
    }
}
