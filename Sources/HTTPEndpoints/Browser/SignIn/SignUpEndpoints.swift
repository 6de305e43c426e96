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
enum SignUpEndpoints {
    static let rows = [
        page, submit, challenge, finish, skip, codePage, submitCode, passwordPage, submitPassword, profilePage,
        submitProfile,
    ]

    /// Shows the first step, or the second if the transaction has the identifiers.
    private static let page = Row(
        .get, "/signup", in: .pages, by: .signIn, taking: .nothing, id: "signUpPage",
        summary: "Returns the sign-up page of the current step", success: .page, failing: [400],
        countedAs: .ceremonyStart
    ) { request in
        switch request.caller {
        case .ownPage(let signIn): try await signIn.show(\.signUpPage)
        case .client(let opened): try await opened.showSignUp()
        }
    }

    /// Checks the identifiers, and shows the second step or the fields with what is wrong with them.
    private static let submit = Row(
        .post, "/signup", in: .pages, by: .signIn, taking: .jsonOrForm(SignUpFormBody.self), id: "submitSignUp",
        summary: "Checks the identifiers of a new account", success: .nextPage, countedAs: .ceremonyStart
    ) { request in
        switch request.caller {
        // Without the script there is no passkey.
        case .ownPage(let signIn): try await signIn.show(\.signUpPage)
        case .client(let opened): try await opened.takeIdentifiers(of: SignUpProfile(request.input))
        }
    }

    private static let challenge = Row(
        .post, "/signup/challenge", in: .scripts, by: .signIn, taking: .json(SignUpFormBody.self),
        id: "beginPageSignUp", summary: "Begins the sign-up of the page", success: .json("JSON.", .startedCeremony),
        failing: [401, 409]
    ) { request in
        switch request.caller {
        case .ownPage(let signIn): return try await signIn.signUpChallenge(SignUpProfile(request.input))
        case .client(let opened):
            let profile = opened.enteredProfile
            if let codes = try opened.missingCodes {
                throw HTTPProblem(verificationMissing: [], page: codes.text)
            }
            let started = try await BeginSignUp(ceremonies: request.browser.ceremonies())(
                profile, for: opened.admissionRequest, in: request.context.configuration)
            return .ceremony(started.options.json, session: started.session, reference: request.context.reference)
        }
    }

    /// Stores the account, its passkey and the session.
    private static let finish = Row(
        .post, "/signup/passkey", in: .scripts, by: .signIn, taking: .json(PageCeremonyBody.self),
        id: "finishPageSignUp", summary: "Finishes the sign-up of the page", success: .json("JSON.", .nextLocation),
        failing: [401, 409]
    ) { request in
        request.context.registration = request.input.response
        return try await request.caller.finish(request.input)
    }

    // MARK: The profile

    private static let profilePage = Row(
        .get, "/signup/profile", in: .pages, by: .transaction, taking: .nothing, id: "profilePage",
        summary: "Returns the page for the new user's name", success: .page, failing: [400]
    ) { request in
        let opened = request.caller
        guard try await request.browser.session() != nil else { return try opened.redirect(to: .signIn) }
        return opened.response(ProfilePage(token: opened.token))
    }

    private static let submitProfile = Row(
        .post, "/signup/profile", in: .pages, by: .transaction, taking: .jsonOrForm(SignUpFormBody.self),
        id: "submitProfile", summary: "Stores the new user's name", success: .nextPage
    ) { request in
        let opened = request.caller
        guard let account = try await AccountRequest(request.browser),
            account.session.user.id == opened.transaction.progress.user
        else { return try opened.redirect(to: .signIn) }
        do {
            if let name = request.input.name {
                try await AccountProfile(accounts: request.services.accounts).setName(
                    name, of: account.owner(with: opened.client))
            }
        } catch SignInFailure.profile(let rule) {
            var page = ProfilePage(token: opened.token, name: request.input.name)
            page.fault = rule.fieldFault
            return opened.response(page, status: 400)
        }
        var progress = opened.transaction.progress
        progress.isProfilePending = false
        return try opened.redirect(to: .continuation, after: progress)
    }
}

// MARK: Identifiers

extension OpenedTransaction {
    fileprivate func showSignUp() async throws -> HTTPResponse {
        if let question = try question(before: try await browser.session()) { return question }
        guard !connection.isSignUpDisabled else {
            return browser.errorPage(.forbidden, status: 403, for: client, locales: request.locales)
        }
        let identifiers = transaction.progress.identifiers
        guard let shown = connection.identifiers.active.compactMap({ identifiers[$0] }).first else {
            let hint = request.loginHint.map { connection.identifiers.guess($0) }
            return response(signUpPage(entered: hint ?? [:]))
        }
        if let codes = try missingCodes { return .seeOther(codes.text) }
        // Passwords are all that the connection has.
        guard connection.methods.isPasskeyEnabled || !offersPasswordForSignUp else {
            return try redirect(to: .signUpPassword)
        }
        var page = CreatePasskeyPage(token: token, identifier: shown, isSkippable: allowsAccountsWithoutPasskey)
        page.address = try identifierPage
        if offersPasswordForSignUp { page.password = link(to: .signUpPassword) }
        return response(page)
    }

    fileprivate func takeIdentifiers(of profile: SignUpProfile) async throws -> HTTPResponse {
        // The form of the second step has no fields. It is posted if the script has not been loaded yet.
        guard !profile.identifiers.isEmpty || transaction.progress.identifiers.isEmpty else {
            return try redirect(to: .signUp)
        }
        for key in profile.limitKeys { try context.take(.account, key: key) }
        let ceremonies = try browser.ceremonies()
        do {
            try await check(profile, with: ceremonies)
        } catch {
            return try faultPage(for: profile, because: error)
        }
        var progress = transaction.progress
        progress.identifiers = profile.identifiers
        progress.codes = try await sendCodes(for: profile)
        if allowsAccountsWithoutPasskey || offersPasswordForSignUp {
            progress.sessionSecret = TimeOrderedSecret(at: context.time)
        }
        return try redirect(to: progress.codes.signUp.isEmpty ? .signUp : .signUpCode, after: progress)
    }

    /// The first step, without what was entered.
    var identifierPage: PageLink? {
        get throws {
            var progress = transaction.progress
            progress.identifiers = [:]
            progress.codes = CodeProgress()
            return PageLink(path: try path(of: .signUp, after: progress))
        }
    }

    /// Checks the identifiers, and whether they are free.
    private func check(_ profile: SignUpProfile, with ceremonies: CeremonyService) async throws(SignInFailure) {
        guard connection.methods.isPasskeyEnabled || !offersPasswordForSignUp else {
            return try PasswordSignUp(context.services.passwords, limits: context.services.signInLimits).check(
                profile, for: connection)
        }
        // The ceremony of this step only checks the identifiers. The script begins its own.
        _ = try await BeginSignUp(ceremonies: ceremonies)(
            profile, for: admissionRequest, in: context.configuration)
    }

    /// The first step again, with what is wrong with its fields.
    func faultPage(for profile: SignUpProfile, because failure: SignInFailure) throws -> HTTPResponse {
        guard let faults = failure.fieldFaults(for: profile) else { throw failure }
        return response(signUpPage(entered: profile.identifiers, faults: faults), status: 400)
    }

    private func signUpPage(
        entered: [Identifier.Kind: String], faults: [Identifier.Kind: FieldFault] = [:]
    ) -> SignUpPage {
        var page = SignUpPage(
            token: token, fields: connection.identifiers.signUpFields(entered: entered, faults: faults))
        page.clientName = client.name
        page.signIn = link(to: .signIn)
        return page
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
