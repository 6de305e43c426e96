// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn

/// `/signup/skip`: *not now* in the second step of a sign-up.
extension SignUpEndpoints {
    static let skip = Row(
        .post, "/signup/skip", in: .pages, by: .transaction, taking: .jsonOrForm(TransactionBody.self),
        id: "signUpWithoutPasskey", summary: "Creates the account without a passkey", success: .nextPage
    ) { request in
        let opened = request.caller
        let profile = opened.enteredProfile
        guard opened.allowsAccountsWithoutPasskey, !profile.identifiers.isEmpty else {
            return try opened.redirect(to: .signUp)
        }
        if let codes = try opened.missingCodes { return .seeOther(codes.text) }
        do {
            return try request.browser.redirect(after: try await signUp(profile, for: opened), for: opened)
        } catch SignInFailure.account(.onlyWayIn) {
            return try opened.redirect(to: .accountSelection)
        } catch let failure as SignInFailure {
            return try opened.faultPage(for: profile, because: failure)
        }
    }

    private static func signUp(
        _ profile: SignUpProfile, for opened: OpenedTransaction
    ) async throws -> SignedInAuthorization {
        let (context, browser) = (opened.context, opened.browser)
        let signIn = try SignUpWithoutPasskey(
            accounts: context.services.accounts, verification: SignUpVerification(context.services.codes)
        ).judge(
            profile, for: opened.admissionRequest, by: context.sender, in: context.configuration)
        return try await browser.store(signIn, repeatableFor: opened)
    }
}

extension OpenedTransaction {
    /// Whether the user may sign up without a passkey.
    var allowsAccountsWithoutPasskey: Bool { connection.isPasskeyOptional && !request.requiresPasskey }
}
