// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WebAuthnMessages
import WireFormats

/// `/login`: signs a user in with a passkey, lets a user choose the account, and continues.
enum LoginEndpoints {
    static let rows = [page, form, challenge, finish, accounts, selectAccount, proceed]

    private static let page = Row(
        .get, "/login", in: .pages, by: .signIn, taking: .nothing, id: "signInPage",
        summary: "Returns the sign-in page", success: .page, failing: [400]
    ) { request in
        try await request.caller.showSignIn()
    }

    /// The form of the page, without its script.
    private static let form = Row(
        .post, "/login", in: .pages, by: .signIn, taking: .jsonOrForm(TransactionBody.self), id: "signInForm",
        summary: "Returns the sign-in page to browsers without scripts", success: .nextPage
    ) { request in
        try await request.caller.showSignIn()
    }

    private static let challenge = Row(
        .post, "/login/challenge", in: .scripts, by: .signIn, taking: .json(TransactionBody.self),
        id: "beginPageSignIn", summary: "Begins the sign-in of the page", success: .json("JSON.", .startedCeremony),
        failing: [401, 409]
    ) { request in
        switch request.caller {
        case .ownPage(let signIn): return try signIn.challenge()
        case .client(let opened):
            let started = try BeginSignIn(ceremonies: request.browser.ceremonies())(
                opened.admissionRequest, in: request.context.configuration)
            return .ceremony(started.options.json, session: started.session, reference: request.context.reference)
        }
    }

    /// Stores the sign-in and the session, and sends the browser on.
    private static let finish = Row(
        .post, "/login/passkey", in: .scripts, by: .signIn, taking: .json(PageCeremonyBody.self),
        id: "finishPageSignIn", summary: "Finishes the sign-in of the page", success: .json("JSON.", .nextLocation),
        failing: [401, 409]
    ) { request in
        try await request.caller.finish(request.input)
    }

    // MARK: Choosing the account

    private static let accounts = Row(
        .get, "/login/select", in: .pages, by: .transaction, taking: .nothing, id: "accountSelectionPage",
        summary: "Returns the page that offers the session's account", success: .page, failing: [400]
    ) { request in
        let opened = request.caller
        guard let session = try await request.browser.session() else { return try opened.redirect(to: .signIn) }
        var page = SelectAccountPage(
            token: try opened.token(for: session.user), accountName: session.user.displayedName)
        page.clientName = opened.client.name
        page.accountDetail = session.user.displayedDetail
        page.isConfirmation =
            AuthorizationConditions(
                request: opened.request, client: opened.client, configuration: request.context.configuration
            ).asksForConfirmation
        page.isOnlyWayIn = !session.canSignInAgain
        // The user can't continue with the session if the request needs another account.
        if try await opened.router.continuation.nextStep(of: opened.transaction, for: session) == .leaveAccount {
            page.account = PageLink(.account)
        }
        return opened.response(page)
    }

    private static let selectAccount = Row(
        .post, "/login/select", in: .pages, by: .transaction, taking: .jsonOrForm(TransactionBody.self),
        id: "selectAccount", summary: "Continues with the chosen account", success: .nextPage
    ) { request in
        let opened = request.caller
        guard request.input.choice != "cancel" else {
            return opened.router.deliver(.error(.loginRequired), to: opened.request.target)
        }
        let isLeaving = request.input.choice != "current"
        guard let session = try await request.browser.session(), !isLeaving || !session.canSignInAgain else {
            return try opened.redirect(to: .signIn)
        }
        guard opened.wasShown(to: session.user) else { return try opened.redirect(to: .accountSelection) }
        let progress = opened.transaction.progress
        guard !isLeaving else {
            let page: PagePath = opened.request.isPrompted(.create) ? .signUp : .signIn
            return try opened.redirect(to: page, after: progress.leaving(session.user.id))
        }
        var next = opened.transaction
        next.progress = progress.selected(session.user.id)
        return try await opened.router.response(to: next, session: session)
    }

    /// Responds with what comes next.
    private static let proceed = Row(
        .get, "/login/continue", in: .pages, by: .transaction, taking: .nothing, id: "continueAuthorization",
        summary: "Continues an authorization request", success: .page, failing: [400]
    ) { request in
        try await request.caller.router.response(
            to: request.caller.transaction, session: try await request.browser.session())
    }
}

// MARK: The page

extension OpenedSignIn {
    fileprivate func showSignIn() async throws -> HTTPResponse {
        switch self {
        case .ownPage(let signIn): return try await signIn.show(\.page)
        case .client(let opened):
            if let question = try opened.question(before: try await opened.browser.session()) { return question }
            // Passwords are all that the connection has.
            guard opened.connection.methods.isPasskeyEnabled || !opened.offersPassword else {
                return try opened.redirect(to: .signInPassword)
            }
            guard opened.connection.methods.isPasskeyEnabled || opened.codeWays.isEmpty else {
                return try opened.redirect(to: .codeSend)
            }
            // A hint is the user's own, so that pages with one can't be shared.
            guard opened.transaction.request.loginHint == nil else {
                return opened.response(opened.signInPage(state: opened.state))
            }
            return opened.sharedSignInPage()
        }
    }
}

extension OpenedTransaction {
    /// Returns the page that all users of a client see, with the token of this transaction.
    fileprivate func sharedSignInPage() -> HTTPResponse {
        let language = browser.language(transaction.request.locales)
        let redirectURI = transaction.request.target.redirectURI
        let key = SignInPageCache.Key(
            host: context.host.host, client: client.id, connection: connection.name, language: language,
            redirectURI: redirectURI, offersPassword: offersPassword, offersCode: !codeWays.isEmpty)
        let template = context.incoming.hosts.signInPages.template(for: key) {
            PageTemplate { token, nonce in
                var pageContext = browser.pageContext(in: language, for: client, nonce: nonce)
                pageContext.formTargets = [redirectURI].compactMap(ContentSecurityPolicy.FormTarget.init(redirectURI:))
                return signInPage(state: token).rendered(in: pageContext)
            }
        }
        let page = template.filled(token: state, nonce: browser.newNonce())
        return HTTPResponse.page(page.html, policy: page.policy, isFramed: false)
            .keepingOpener(for: request.target.mode)
    }

    fileprivate func signInPage(state: String) -> SignInPage {
        var page = SignInPage(token: .state(state))
        page.clientName = client.name
        page.challengeInterface = .init(connection.passkeyOptions.challengeInterface)
        page.identifiers = connection.identifiers.active.map(IdentifierField.Kind.init)
        page.identifierHint = request.loginHint
        if offersPassword { page.password = PageLink(.signInPassword, parameters: [("state", state)]) }
        if let way = codeWays.first {
            page.code = PageLink(.codeSend, parameters: [("state", state)])
            page.codeBy = CodeDelivery(way)
        }
        if !connection.isSignUpDisabled { page.signUp = PageLink(.signUp, parameters: [("state", state)]) }
        return page
    }
}

extension HTTPResponse {
    /// A ceremony of a page that has begun. The page shows the reference if the device fails.
    static func ceremony(_ options: JSONValue, session: String, reference: String) -> HTTPResponse {
        .json(["options": options, "session": .string(session), "reference": .string(reference)])
    }
}

extension SignInPage.ChallengeInterface {
    init(_ configured: PasskeyOptions.ChallengeInterface) {
        self =
            switch configured {
            case .both: .both
            case .autofill: .autofill
            case .button: .button
            }
    }
}

extension IdentifierField.Kind {
    init(_ kind: Identifier.Kind) {
        self =
            switch kind {
            case .email: .email
            case .username: .username
            case .phoneNumber: .phone
            }
    }
}

extension User {
    /// The name that pages call the user by.
    var displayedName: String { profile.name ?? identifiers.first?.value ?? id.rawValue }

    /// The identifier below the name, if it isn't the name.
    var displayedDetail: String? { profile.name == nil ? nil : identifiers.first?.value }
}
