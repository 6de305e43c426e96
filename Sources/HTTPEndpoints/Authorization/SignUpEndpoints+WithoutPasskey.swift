// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn

/// `/signup/skip`: *not now* in the second step of a sign-up.
extension SignUpEndpoints {
    /// Signs the user up without a passkey.
    func skip() async throws(HTTPProblem) -> HTTPResponse {
        let body = try browser.context.body(TransactionBody.self, form: .jsonOrForm)
        try browser.requireOwnOrigin()
        return try await browser.opening(state: body.state) { opened throws(HTTPProblem) in
            var profile = SignUpProfile()
            profile.identifiers = opened.transaction.progress.identifiers
            guard opened.allowsAccountsWithoutPasskey, !profile.identifiers.isEmpty else {
                return .seeOther(try opened.router.path(of: .signUp, in: opened.transaction))
            }
            let completed: SignedInAuthorization
            do throws(ProviderFailure) {
                completed = try await signUp(profile, for: opened)
            } catch .signIn(.onlyWayIn) {
                return .seeOther(try opened.router.path(of: .accountSelection, in: opened.transaction))
            } catch .signIn(let failure) {
                return try faultPage(opened, for: profile, because: failure)
            } catch {
                throw browser.context.problem(of: error)
            }
            return try browser.redirect(after: completed, for: opened)
        }
    }

    private func signUp(
        _ profile: SignUpProfile, for opened: OpenedTransaction
    ) async throws(ProviderFailure) -> SignedInAuthorization {
        let (context, services) = (browser.context, browser.services)
        do throws(ProviderFailure) {
            let signIn: SignIn
            do throws(SignInFailure) {
                signIn = try SignUpWithoutPasskey(accounts: services.accounts).judge(
                    profile, for: opened.admissionRequest, by: context.sender, in: context.configuration)
            } catch {
                throw .signIn(error)
            }
            return try await browser.store(signIn, for: opened)
        } catch .signIn(.accountExists) {
            // The form may have been sent before, and the browser dropped the response.
            guard let earlier = try await browser.findRepeatedSignUp(for: opened) else {
                throw .signIn(.accountExists)
            }
            return earlier
        }
    }
}

extension OpenedTransaction {
    /// Whether the user may sign up without a passkey.
    var allowsAccountsWithoutPasskey: Bool { connection.isPasskeyOptional && !request.requiresPasskey }
}
