// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn

/// `/signup/password`: the second step of a sign-up with a password instead of a passkey, which is offered next.
extension SignUpEndpoints {
    static let passwordPage = Row(
        .get, "/signup/password", in: .pages, by: .transaction, taking: .nothing, id: "signUpPasswordPage",
        summary: "Returns the page that asks for a new account's password", success: .page, failing: [400]
    ) { request in
        let opened = request.caller
        if let question = try opened.question(before: try await request.browser.session()) { return question }
        guard let page = try opened.signUpPasswordPage else { return try opened.redirect(to: .signUp) }
        if let codes = try opened.missingCodes { return .seeOther(codes.text) }
        return opened.response(page)
    }

    static let submitPassword = Row(
        .post, "/signup/password", in: .pages, by: .transaction, taking: .jsonOrForm(SignUpPasswordBody.self),
        id: "signUpOnPageWithPassword", summary: "Creates the account with a password", success: .nextPage,
        failing: [429], countedAs: .ceremonyStart
    ) { request in
        let opened = request.caller
        guard var page = try opened.signUpPasswordPage else { return try opened.redirect(to: .signUp) }
        let profile = opened.enteredProfile
        if let codes = try opened.missingCodes { return .seeOther(codes.text) }
        do {
            let signUp = PasswordSignUp(
                request.services.passwords, limits: request.services.signInLimits,
                verification: SignUpVerification(request.services.codes))
            let signIn = try await signUp.judge(
                profile, password: request.input.password, onHostedPagesFor: opened.admissionRequest,
                by: request.context.sender, in: request.context.configuration)
            return try request.browser.redirect(
                after: try await request.browser.store(signIn, repeatableFor: opened), for: opened)
        } catch SignInFailure.account(.onlyWayIn) {
            return try opened.redirect(to: .accountSelection)
        } catch SignInFailure.password(.notAcceptable(let fault, let body)) {
            let problem = HTTPProblem(SignInFailure.password(.notAcceptable(fault, body: body)))
            request.context.pageProblem = problem
            page.fault = NewPasswordFault(fault)
            return opened.response(page, status: problem.status)
        } catch SignInFailure.tooBusy {
            let problem = HTTPProblem(SignInFailure.tooBusy)
            request.context.pageProblem = problem
            page.notice = .tooBusy(in: request.browser.language(opened.request.locales))
            return opened.response(page, status: problem.status)
        } catch let failure as SignInFailure {
            return try opened.faultPage(for: profile, because: failure)
        }
    }
}

extension OpenedTransaction {
    /// Whether the user may sign up with a password.
    var offersPasswordForSignUp: Bool { offersPassword && connection.methods.password.signUpBehavior == .allow }

    /// The page, or `nil` if users don't sign up so, or have not said who they are.
    fileprivate var signUpPasswordPage: SignUpPasswordPage? {
        get throws {
            let identifiers = transaction.progress.identifiers
            guard offersPasswordForSignUp, !connection.isSignUpDisabled,
                let shown = connection.identifiers.active.compactMap({ identifiers[$0] }).first
            else { return nil }
            var page = SignUpPasswordPage(
                token: token, identifier: shown, rules: NewPasswordRules(connection.passwordPolicy))
            page.address = try identifierPage
            if connection.methods.isPasskeyEnabled { page.passkey = link(to: .signUp) }
            return page
        }
    }
}

extension BrowserRequest {
    /// Stores a sign-up whose form may have been sent before: the browser dropped the response.
    func store(
        _ signIn: SignIn, repeatableFor opened: OpenedTransaction
    ) async throws -> SignedInAuthorization {
        do {
            return try await store(signIn, for: opened)
        } catch SignInFailure.account(.exists) {
            guard let earlier = try await findRepeatedSignUp(for: opened) else { throw SignInFailure.account(.exists) }
            return earlier
        }
    }
}

extension NewPasswordRules {
    init(_ policy: PasswordPolicy) {
        self.init()
        minimumLength = policy.minimumLength
        characterTypes = PasswordPolicy.CharacterType.allCases.filter(policy.characterTypes.contains).map {
            switch $0 {
            case .lowercase: .lowercase
            case .uppercase: .uppercase
            case .number: .number
            case .special: .special
            }
        }
        acceptsThree = policy.acceptsThreeOfFour
        blocksIdenticalCharacters = policy.blocksIdenticalCharacters
        blocksSequentialCharacters = policy.blocksSequentialCharacters
    }
}

extension NewPasswordFault {
    init(_ fault: PasswordFault) {
        self =
            switch fault {
            case .tooShort: .tooShort
            case .tooLong: .tooLong
            case .composition: .composition
            case .common: .common
            case .breached: .breached
            case .personal: .personal
            case .reused: .reused
            }
    }
}
