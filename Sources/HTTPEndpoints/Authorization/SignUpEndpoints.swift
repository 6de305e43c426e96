// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

/// `/signup` in its steps: the identifiers, the passkey, and the profile.
struct SignUpEndpoints {
    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    /// Shows the first step, or the second if the transaction has the identifiers.
    func show() async throws(HTTPProblem) -> HTTPResponse {
        let state = try QueryParameters(context.request.query)["state"] ?? ""
        if AuthorizationSeal.isPageTicket(state) { return try await browser.showSignUpWithoutClient(state) }
        return try await browser.opening(state: state) { opened throws(HTTPProblem) in
            if let question = try opened.question(before: try await browser.session()) { return question }
            guard !opened.connection.isSignUpDisabled else {
                return browser.errorPage(.forbidden, status: 403, for: opened.client, locales: opened.request.locales)
            }
            let identifiers = opened.transaction.progress.identifiers
            if let shown = opened.connection.identifiers.active.compactMap({ identifiers[$0] }).first {
                var page = CreatePasskeyPage(
                    token: opened.token, identifier: shown, isSkippable: opened.allowsAccountsWithoutPasskey)
                var progress = opened.transaction.progress
                progress.identifiers = [:]
                page.address = PageLink(path: try opened.path(of: .signUp, after: progress))
                return opened.response(page)
            }
            let hint = opened.request.loginHint
            return opened.response(
                signUpPage(opened, entered: hint.map { opened.connection.identifiers.guess($0) } ?? [:]))
        }
    }

    /// Checks the identifiers, and shows the second step or the fields with what is wrong with them.
    func submit() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(SignUpFormBody.self, form: .jsonOrForm)
        try browser.requireOwnOrigin()
        // Without the script there is no passkey.
        if AuthorizationSeal.isPageTicket(body.state) { return try await browser.showSignUpWithoutClient(body.state) }
        return try await browser.opening(state: body.state) { opened throws(HTTPProblem) in
            let profile = SignUpProfile(body)
            // The form of the second step has no fields. It is posted if the script has not been loaded yet.
            guard !profile.identifiers.isEmpty || opened.transaction.progress.identifiers.isEmpty else {
                return .seeOther(try opened.router.path(of: .signUp, in: opened.transaction))
            }
            for key in profile.limitKeys { try context.take(.account, key: key, from: browser.services) }
            let (ceremonies, configuration) = (try browser.ceremonies(), context.configuration)
            do throws(SignInFailure) {
                // The ceremony of this step only checks the identifiers. The script begins its own.
                _ = try await BeginSignUp(ceremonies: ceremonies)(
                    profile, for: opened.admissionRequest, in: configuration)
            } catch {
                return try faultPage(opened, for: profile, because: error)
            }
            var progress = opened.transaction.progress
            progress.identifiers = profile.identifiers
            if opened.allowsAccountsWithoutPasskey {
                progress.sessionSecret = TimeOrderedSecret(at: context.time)
            }
            return .seeOther(try opened.path(of: .signUp, after: progress))
        }
    }

    /// The first step again, with what is wrong with its fields.
    func faultPage(
        _ opened: OpenedTransaction, for profile: SignUpProfile, because failure: SignInFailure
    ) throws(HTTPProblem) -> HTTPResponse {
        guard let faults = failure.fieldFaults(for: profile) else { throw HTTPProblem(failure) }
        return opened.response(signUpPage(opened, entered: profile.identifiers, faults: faults), status: 400)
    }

    private func signUpPage(
        _ opened: OpenedTransaction, entered: [Identifier.Kind: String], faults: [Identifier.Kind: FieldFault] = [:]
    ) -> SignUpPage {
        let fields = opened.connection.identifiers.signUpFields(entered: entered, faults: faults)
        var page = SignUpPage(token: opened.token, fields: fields)
        page.clientName = opened.client.name
        page.signIn = opened.link(to: .signIn)
        return page
    }

    /// Begins the ceremony.
    func challenge() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(SignUpFormBody.self)
        if AuthorizationSeal.isPageTicket(body.state) {
            return try await browser.openSignInWithoutClient(body.state).signUpChallenge(SignUpProfile(body))
        }
        let opened = try browser.open(state: body.state)
        var profile = SignUpProfile()
        profile.identifiers = opened.transaction.progress.identifiers
        let (ceremonies, configuration, checked) = (try browser.ceremonies(), context.configuration, profile)
        let started = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(SignInFailure) in
            try await BeginSignUp(ceremonies: ceremonies)(checked, for: opened.admissionRequest, in: configuration)
        }
        return .ceremony(started.options.json, session: started.session, reference: context.reference)
    }

    /// Finishes the ceremony: stores the account, its passkey and the session.
    func finish() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(PageCeremonyBody.self)
        do {
            if AuthorizationSeal.isPageTicket(body.state) {
                return try await browser.openSignInWithoutClient(body.state).finish(body)
            }
            let opened = try browser.open(state: body.state)
            let signIn = try await browser.judge(
                body, client: opened.client.id, organization: opened.request.organization)
            return try await browser.complete(signIn, for: opened).scriptResponse
        } catch {
            // Other problems may pass, and the same response can be sent again.
            guard [SignInFailure.onlyWayIn, .accountExists].map(\.code).contains(error.code) else { throw error }
            var problem = error
            problem.signalUnknown(body.response, relyingPartyID: context.relyingPartyID)
            throw problem
        }
    }

    // MARK: The profile

    func showProfile() async throws(HTTPProblem) -> HTTPResponse {
        try await browser.opening { opened throws(HTTPProblem) in
            guard try await browser.session() != nil else {
                return .seeOther(try opened.router.path(of: .signIn, in: opened.transaction))
            }
            return opened.response(ProfilePage(token: opened.token))
        }
    }

    func submitProfile() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(SignUpFormBody.self, form: .jsonOrForm)
        try browser.requireOwnOrigin()
        return try await browser.opening(state: body.state) { opened throws(HTTPProblem) in
            guard let account = try await AccountRequest(browser),
                account.session.user.id == opened.transaction.progress.user
            else {
                return .seeOther(try opened.router.path(of: .signIn, in: opened.transaction))
            }
            do throws(SignInFailure) {
                if let name = body.name {
                    try await AccountProfile(accounts: browser.services.accounts).setName(
                        name, of: account.owner(with: opened.client))
                }
            } catch {
                var page = ProfilePage(token: opened.token, name: body.name)
                guard case .profile(let rule) = error else { throw HTTPProblem(error) }
                page.fault = rule.fieldFault
                return opened.response(page, status: 400)
            }
            var progress = opened.transaction.progress
            progress.isProfilePending = false
            return .seeOther(try opened.path(of: .continuation, after: progress))
        }
    }
}

extension SignUpProfile {
    fileprivate init(_ body: SignUpFormBody) {
        self.init()
        identifiers = Identifier.Kind.reading(body.identifiers)
    }
}

extension Identifier.Kind {
    /// The identifiers of a form by their kinds.
    static func reading(_ fields: [String: String]) -> [Identifier.Kind: String] {
        allCases.reduce(into: [:]) { $0[$1] = fields[$1.rawValue] }
    }
}

extension IdentifierRules {
    /// The fields for the identifiers of a new account, the most important one first.
    func signUpFields(
        entered: [Identifier.Kind: String] = [:], faults: [Identifier.Kind: FieldFault] = [:]
    ) -> [IdentifierField] {
        let kinds = precedence + Identifier.Kind.allCases.filter { !precedence.contains($0) }
        let asked = kinds.filter { rules[$0].map { $0.signUp != .inactive } ?? false }
        let hasRequired = asked.contains { rules[$0]?.signUp == .required }
        return asked.map { kind in
            let need: IdentifierField.Need =
                rules[kind]?.signUp == .required || asked.count == 1
                ? .required : hasRequired ? .optional : .alternative(isFirst: kind == asked.first)
            return IdentifierField(IdentifierField.Kind(kind), need: need, value: entered[kind], fault: faults[kind])
        }
    }

    /// Puts a hint into the field that it fits.
    fileprivate func guess(_ hint: String) -> [Identifier.Kind: String] {
        let isAccepted = { (kind: Identifier.Kind) in rules[kind].map { $0.signUp != .inactive } ?? false }
        let kind: Identifier.Kind = hint.contains("@") ? .email : hint.hasPrefix("+") ? .phoneNumber : .username
        return isAccepted(kind) ? [kind: hint] : [:]
    }
}
