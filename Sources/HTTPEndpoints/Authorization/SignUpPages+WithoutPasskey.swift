// SPDX-License-Identifier: Apache-2.0

import Configuration
import Grants
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn

/// `/signup/skip`: *not now* in the second step of a sign-up.
extension SignUpPages {
    /// Stores the account without a passkey, and its session.
    func skip() async throws(HTTPProblem) -> HTTPResponse {
        let body = try browser.context.body(TransactionBody.self, form: .jsonOrForm)
        try browser.requireOwnOrigin()
        return try await browser.opening(state: body.state) { opened throws(HTTPProblem) in
            var profile = SignUpProfile()
            profile.identifiers = opened.transaction.progress.identifiers
            guard opened.allowsAccountsWithoutPasskey, !profile.identifiers.isEmpty else {
                return .seeOther(try opened.pages.path(of: .signUp, in: opened.transaction))
            }
            let (ceremonies, old) = (try browser.ceremonies(), try await browser.session())
            let finished: FinishedSignUp
            do throws(GrantFailure) {
                finished = try await store(profile, for: opened, replacing: old?.record.id, with: ceremonies)
            } catch {
                guard case .signIn(let failure) = error else { throw HTTPProblem(error, relyingPartyID: nil) }
                if case .accountExists = failure, let earlier = try await findEarlier(for: opened) {
                    return try response(to: earlier, for: opened)
                }
                return try faultPage(opened, for: profile, because: failure)
            }
            return try response(to: finished, for: opened)
        }
    }

    private func store(
        _ profile: SignUpProfile, for opened: TransactionPage, replacing old: BrowserSession.ID?,
        with ceremonies: CeremonyService
    ) async throws(GrantFailure) -> FinishedSignUp {
        let (context, services) = (browser.context, browser.services)
        let sender = TokenRequest.Sender(context)
        try SignInLimits(limits: services.limits, uptime: services.uptime()).takeSignUp(from: sender)
        do throws(SignInFailure) {
            var account = try SignUpWithoutPasskey(ceremonies: ceremonies)(
                profile, for: opened.ceremonyRequest, in: context.configuration)
            account.userAgent = context.userAgent
            account.address = context.address
            account.reference = context.reference
            return try await opened.pages.flow.finish(
                account, in: opened.transaction, sender: sender, replacing: old, with: ceremonies)
        } catch {
            throw .signIn(error)
        }
    }

    /// The sign-up that the same form stored, if it was sent before and the browser dropped the response.
    private func findEarlier(for opened: TransactionPage) async throws(HTTPProblem) -> FinishedSignUp? {
        // It is read again, because the earlier request may have replaced it.
        let current = try await browser.session()?.record.id
        let (flow, transaction, time) = (opened.pages.flow, opened.transaction, browser.services.expiryTime)
        return try await mapFailure(to: HTTPProblem.init(_:)) { () throws(OAuthFailure) in
            try await flow.finishedSignUp(of: transaction, in: current, at: time)
        }
    }

    private func response(
        to finished: FinishedSignUp, for opened: TransactionPage
    ) throws(HTTPProblem) -> HTTPResponse {
        let context = browser.context
        context.user = finished.user.id
        browser.services.storageHealth.recordSuccess()
        let path = try opened.pages.path(of: .continuation, in: finished.transaction)
        let cookie = browser.cookies.field(
            session: finished.secret, lifetime: context.configuration.tenant.sessionLifetime)
        return HTTPResponse.seeOther(path).settingCookies([cookie])
    }
}

extension TransactionPage {
    /// Whether the user may sign up without a passkey.
    var allowsAccountsWithoutPasskey: Bool { connection.isPasskeyOptional && !request.requiresPasskey }
}
