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
struct LoginEndpoints {
    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    /// Shows the page. Without a script, its form is posted to the same path.
    func show() async throws(HTTPProblem) -> HTTPResponse {
        let state: String
        if context.request.method == .post {
            state = try context.body(TransactionBody.self, form: .jsonOrForm).state
        } else {
            state = try QueryParameters(context.request.query)["state"] ?? ""
        }
        if AuthorizationSeal.isPageTicket(state) { return try await browser.showSignInWithoutClient(state) }
        return try await browser.opening(state: state) { opened throws(HTTPProblem) in
            if let question = try opened.question(before: try await browser.session()) { return question }
            // A hint is the user's own, so that pages with one can't be shared.
            guard opened.transaction.request.loginHint == nil else {
                return opened.response(signInPage(opened, state: opened.state))
            }
            return sharedPage(opened)
        }
    }

    /// Returns the page that all users of a client see, with the token of this transaction.
    private func sharedPage(_ opened: OpenedTransaction) -> HTTPResponse {
        let language = browser.language(opened.transaction.request.locales)
        let redirectURI = opened.transaction.request.target.redirectURI
        let key = SignInPageCache.Key(
            host: context.host.host, client: opened.client.id, connection: opened.connection.name, language: language,
            redirectURI: redirectURI)
        let template = context.incoming.hosts.signInPages.template(for: key) {
            PageTemplate { token, nonce in
                var pageContext = browser.pageContext(in: language, for: opened.client, nonce: nonce)
                pageContext.formTargets = [redirectURI].compactMap(ContentSecurityPolicy.FormTarget.init(redirectURI:))
                return signInPage(opened, state: token).rendered(in: pageContext)
            }
        }
        let page = template.filled(token: opened.state, nonce: browser.newNonce())
        return HTTPResponse.page(page.html, policy: page.policy, isFramed: false)
            .keepingOpener(for: opened.request.target.mode)
    }

    private func signInPage(_ opened: OpenedTransaction, state: String) -> SignInPage {
        var page = SignInPage(token: .state(state))
        page.clientName = opened.client.name
        page.challengeInterface = .init(opened.connection.passkeyOptions.challengeInterface)
        page.identifiers = opened.connection.identifiers.active.map(IdentifierField.Kind.init)
        page.identifierHint = opened.request.loginHint
        if !opened.connection.isSignUpDisabled { page.signUp = PageLink(.signUp, parameters: [("state", state)]) }
        return page
    }

    /// Begins the ceremony.
    func challenge() throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(TransactionBody.self)
        if AuthorizationSeal.isPageTicket(body.state) {
            return try browser.openSignInWithoutClient(body.state).challenge()
        }
        let opened = try browser.open(state: body.state)
        let ceremonies = try browser.ceremonies()
        do throws(SignInFailure) {
            let started = try BeginSignIn(ceremonies: ceremonies)(opened.admissionRequest, in: context.configuration)
            return .ceremony(started.options.json, session: started.session, reference: context.reference)
        } catch {
            throw HTTPProblem(error)
        }
    }

    /// Finishes the ceremony: stores the sign-in and the session, and sends the browser on.
    func finish() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(PageCeremonyBody.self)
        if AuthorizationSeal.isPageTicket(body.state) {
            return try await browser.openSignInWithoutClient(body.state).finish(body)
        }
        let opened = try browser.open(state: body.state)
        let signIn = try await browser.judge(
            body, client: opened.client.id, organization: opened.request.organization)
        return try await browser.complete(signIn, for: opened).scriptResponse
    }

    // MARK: Choosing the account

    func showAccounts() async throws(HTTPProblem) -> HTTPResponse {
        try await browser.opening { opened throws(HTTPProblem) in
            guard let session = try await browser.session() else {
                return .seeOther(try opened.router.path(of: .signIn, in: opened.transaction))
            }
            var page = SelectAccountPage(
                token: try opened.token(for: session.user), accountName: session.user.displayedName)
            page.clientName = opened.client.name
            page.accountDetail = session.user.displayedDetail
            page.isConfirmation =
                AuthorizationConditions(
                    request: opened.request, client: opened.client, configuration: context.configuration
                ).asksForConfirmation
            page.isOnlyWayIn = !session.canSignInAgain
            if try await needsAnotherAccount(opened, than: session) { page.account = PageLink(.account) }
            return opened.response(page)
        }
    }

    /// Whether the request needs another account, so that the user can't continue with the session.
    private func needsAnotherAccount(
        _ opened: OpenedTransaction, than session: ActiveSession
    ) async throws(HTTPProblem) -> Bool {
        let step = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(OAuthFailure) in
            try await opened.router.continuation.nextStep(of: opened.transaction, for: session)
        }
        return step == .leaveAccount
    }

    func selectAccount() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(TransactionBody.self, form: .jsonOrForm)
        try browser.requireOwnOrigin()
        return try await browser.opening(state: body.state) { opened throws(HTTPProblem) in
            guard body.choice != "cancel" else {
                return opened.router.deliver(.error(.loginRequired), to: opened.request.target)
            }
            let isLeaving = body.choice != "current"
            guard let session = try await browser.session(), !isLeaving || !session.canSignInAgain else {
                return .seeOther(try opened.router.path(of: .signIn, in: opened.transaction))
            }
            guard opened.wasShown(to: session.user) else {
                return .seeOther(try opened.router.path(of: .accountSelection, in: opened.transaction))
            }
            let progress = opened.transaction.progress
            guard !isLeaving else {
                let page: Route = opened.request.isPrompted(.create) ? .signUp : .signIn
                return .seeOther(try opened.path(of: page, after: progress.leaving(session.user.id)))
            }
            var next = opened.transaction
            next.progress = progress.selected(session.user.id)
            return try await opened.router.response(to: next, session: session)
        }
    }

    /// Responds with what comes next.
    func proceed() async throws(HTTPProblem) -> HTTPResponse {
        try await browser.opening { opened throws(HTTPProblem) in
            try await opened.router.response(to: opened.transaction, session: try await browser.session())
        }
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
