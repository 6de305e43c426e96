// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn

/// What the pages of codes need of a sign-in, whether it is for a client or for a page of the server.
extension OpenedSignIn {
    var context: RequestContext {
        switch self {
        case .client(let opened): opened.context
        case .ownPage(let signIn): signIn.browser.context
        }
    }

    var configuration: ConfigurationSnapshot { context.configuration }

    /// The client's ID; empty on the server's own pages.
    var clientID: String {
        switch self {
        case .client(let opened): opened.client.id
        case .ownPage: ""
        }
    }

    /// The ID of the organization that the user signs in to.
    var organization: String? {
        guard case .client(let opened) = self else { return nil }
        return opened.request.organization.flatMap(configuration.organization)?.tokenID
    }

    /// The codes that were sent, and what they have proven.
    var codes: CodeProgress {
        switch self {
        case .client(let opened): opened.transaction.progress.codes
        case .ownPage(let signIn): signIn.ticket.codes
        }
    }

    var token: FormToken {
        switch self {
        case .client(let opened): opened.token
        case .ownPage(let signIn): .state(signIn.state)
        }
    }

    var connection: Connection? {
        switch self {
        case .client(let opened): opened.connection
        // A name says nothing about other connections.
        case .ownPage: configuration.connection(nil)
        }
    }

    /// How codes are sent to the users of the connection.
    var codeWays: [Identifier.Kind] {
        switch self {
        case .client(let opened): opened.codeWays
        case .ownPage: context.codeWays(in: connection)
        }
    }

    /// The page that asks first, if a sign-in to another account ends the only way into the session's account.
    var question: HTTPResponse? {
        get async throws {
            guard case .client(let opened) = self else { return nil }
            return try opened.question(before: try await opened.browser.session())
        }
    }

    /// Whether a code may make an account, which has no passkey then.
    var allowsAccountsWithoutPasskey: Bool {
        switch self {
        case .client(let opened): opened.allowsAccountsWithoutPasskey
        case .ownPage: connection?.isPasskeyOptional ?? false
        }
    }

    // MARK: Where the browser goes

    func path(of page: PagePath, after codes: CodeProgress? = nil) throws -> String {
        switch self {
        case .client(let opened):
            var progress = opened.transaction.progress
            if let codes {
                progress.codes = codes
                progress.sessionSecret = TimeOrderedSecret(at: context.time)
            }
            return try opened.path(of: page, after: progress)
        case .ownPage(let signIn):
            var ticket = signIn.ticket
            if let codes { ticket.codes = codes }
            let state = try context.authorizationSeal.seal(ticket)
            return PageLink(page, parameters: [("state", state)]).text
        }
    }

    func redirect(to page: PagePath, after codes: CodeProgress? = nil) throws -> HTTPResponse {
        .seeOther(try path(of: page, after: codes))
    }

    func response(_ page: some Page, status: HTTPStatus = 200) -> HTTPResponse {
        switch self {
        case .client(let opened): opened.response(page, status: status)
        case .ownPage(let signIn): signIn.browser.response(page, status: status)
        }
    }

    // MARK: The code

    /// Has a code sent. Whoever has the address, nothing differs.
    func sendCode(to address: String, as kind: Identifier.Kind) async throws -> SentCode.ID {
        var request = BeginCodeSignIn.Request(
            address: address, kind: kind, boundTo: .browser(try browserDigest), dispatch: context.codeDispatch())
        request.allowsSignUp = allowsAccountsWithoutPasskey
        request.hasLink = true
        request.state = currentState
        let begin = BeginCodeSignIn(context.services.codes)
        switch self {
        case .client(let opened):
            return try await begin(request, onHostedPagesFor: opened.admissionRequest, in: configuration)
        case .ownPage:
            return try await begin(
                request, onOwnPagesFor: connection?.name ?? "", at: context.host.host, in: configuration)
        }
    }

    private var currentState: String {
        switch self {
        case .client(let opened): opened.state
        case .ownPage(let signIn): signIn.state
        }
    }

    private var browserDigest: [UInt8] {
        get throws {
            guard let digest = context.cookies.browserDigest else {
                throw AuthorizationPageError.transactionBrowserMismatch
            }
            return digest
        }
    }

    /// Signs the user in with the code that was sent, or asks what the user knows of the account.
    func take(code text: String, of id: SentCode.ID? = nil) async throws -> HTTPResponse {
        guard let id = id ?? codes.signIn else { return try redirect(to: .codeSend) }
        let code = EnteredCode(
            text, of: .id(id), for: .signIn, client: clientID, at: context.host.host, in: try browserDigest,
            by: context.sender)
        let use = CodeSignIn(context.services.codes)
        let outcome: CodeSignIn.Outcome
        switch self {
        case .client(let opened):
            outcome = try await use.judge(code, onHostedPagesFor: opened.admissionRequest, in: configuration)
        case .ownPage:
            outcome = try await use.judge(code, onOwnPagesFor: connection?.name ?? "", in: configuration)
        }
        switch outcome {
        case .signIn(let signIn): return try await complete(signIn)
        case .review(let review):
            var next = codes
            next.address = review.user[review.proof.address.kind]?.value ?? next.address
            next.signIn = nil
            next.proofs = [review.proof]
            return try redirect(to: .codeReview, after: next)
        }
    }

    /// Stores the sign-in, and sends the browser on.
    func complete(_ signIn: SignIn) async throws -> HTTPResponse {
        switch self {
        case .client(let opened):
            do {
                return try opened.browser.redirect(
                    after: try await opened.browser.store(signIn, for: opened), for: opened)
            } catch SignInFailure.account(.onlyWayIn) {
                return try opened.redirect(to: .accountSelection)
            }
        case .ownPage(let own):
            return try await own.browser.redirect(after: signIn, returningTo: own.destination)
        }
    }

    /// Where the browser goes if the same form has signed its user in before.
    var earlierResponse: HTTPResponse? {
        get async throws {
            switch self {
            case .client(let opened):
                return try await opened.browser.findRepeatedSignUp(for: opened).map {
                    try opened.browser.redirect(after: $0, for: opened)
                }
            case .ownPage(let signIn):
                guard try await signIn.browser.session() != nil else { return nil }
                return .seeOther(signIn.destination.text)
            }
        }
    }
}

extension OpenedTransaction {
    /// How codes are sent to the users of the connection; nothing if the request needs a passkey.
    var codeWays: [Identifier.Kind] { request.asksForPasskey ? [] : context.codeWays(in: connection) }
}

extension RequestContext {
    /// How the codes of a request get to their reader.
    func codeDispatch(by method: String? = nil) -> CodeDispatch {
        CodeDispatch(
            by: sender, in: [browser.language([]).rawValue],
            method: method.flatMap(MessageOrder.DeliveryMethod.init) ?? .text)
    }

    /// The kinds of addresses to which the server sends codes that sign a connection's users in.
    func codeWays(in connection: Connection?) -> [Identifier.Kind] {
        guard let connection else { return [] }
        return [Identifier.Kind.email, .phoneNumber].filter {
            $0.codeWay.isEnabled(in: connection, of: configuration) && services.codes.reaches($0)
        }
    }
}

extension CodeDelivery {
    init(_ kind: Identifier.Kind) { self = kind == .phoneNumber ? .text : .mail }
}

extension Identifier.Kind {
    /// The kind of address that somebody means; `nil` if codes are sent to none of that kind.
    init?(meantBy text: String, among kinds: [Identifier.Kind]) {
        let kind: Identifier.Kind = text.contains("@") ? .email : .phoneNumber
        guard kinds.contains(kind) else { return nil }
        self = kind
    }
}
