// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

extension BrowserRequest {
    /// The time that users have for the sign-in, in seconds.
    private static let signInLifetime = 3600

    /// Sends the browser to the sign-in page. After the sign-in it returns to a path of this server.
    func signIn(returningTo destination: PageLink) throws -> HTTPResponse {
        let (location, cookie) = try signInLocation(returningTo: destination)
        return HTTPResponse.seeOther(location).settingCookies([cookie])
    }

    /// The problem of a script's request that needs a sign-in. It carries the location of the sign-in page.
    func signInRequired(returningTo destination: PageLink) throws -> HTTPProblem {
        let (location, cookie) = try signInLocation(returningTo: destination)
        var problem = HTTPProblem.signInRequired(location: location)
        if let cookie { problem.headers.append("Set-Cookie", value: cookie) }
        return problem
    }

    /// Returns the path of the sign-in page, with the cookie that identifies the browser if it has none.
    private func signInLocation(returningTo destination: PageLink) throws -> (location: String, cookie: String?) {
        let (state, cookie) = try pageTicket(for: destination)
        return (PageLink(.signIn, parameters: [("state", state)]).text, cookie)
    }

    /// Returns a sealed ticket that only this browser can use, with the cookie that identifies the browser if it has
    /// none.
    func pageTicket(for destination: PageLink) throws -> (state: String, cookie: String?) {
        let identity = cookies.browser ?? Base64URL.encode(Randomness.bytes(32))
        let ticket = PageTicket(
            destination: destination.text, host: context.host.host, browser: BrowserCookies.digest(identity),
            expiresAt: context.time.advanced(by: Self.signInLifetime))
        let state = try context.authorizationSeal.seal(ticket)
        return (state, cookies.browser == nil ? cookies.field(browser: identity) : nil)
    }

    fileprivate func openPageTicket(_ state: String) throws -> PageTicket {
        try context.authorizationSeal.openPageTicket(
            state, host: context.host.host, browser: cookies.browserDigest, at: context.time)
    }
}

extension Access where Caller == Void, Input: StateBody {
    /// A script's request of a page that this browser got with a ticket.
    @inline(__always) static func script(of page: PageLink) -> Access {
        Access(
            origin: .own, failures: [403],
            check: .input { context, body in
                guard try context.browser.openPageTicket(body.state).destination == page.text else {
                    throw AuthorizationPageError.transactionNotIssuedHere
                }
            })
    }
}

/// The sign-in for one of the server's own pages, where no client takes part. Users of all connections may sign in.
struct SignInWithoutClient {
    let browser: BrowserRequest
    let state: String
    let ticket: PageTicket
    let destination: PageLink

    init(_ state: String, in browser: BrowserRequest) throws {
        ticket = try browser.openPageTicket(state)
        guard let destination = PageLink(path: ticket.destination) else {
            throw AuthorizationPageError.transactionNotIssuedHere
        }
        self.browser = browser
        self.state = state
        self.destination = destination
    }

    /// The sign-in page.
    var page: HTTPResponse {
        var page = SignInPage(token: .state(state))
        page.purpose = purpose
        if connectionForSignUps != nil { page.signUp = PageLink(.signUp, parameters: [("state", state)]) }
        if let connection = browser.context.configuration.connection(nil) {
            page.challengeInterface = .init(connection.passkeyOptions.challengeInterface)
            page.identifiers = connection.identifiers.active.map(IdentifierField.Kind.init)
        }
        if connectionForPasswords != nil {
            page.password = PageLink(.signInPassword, parameters: [("state", state)])
        }
        if let way = browser.context.codeWays(in: browser.context.configuration.connection(nil)).first {
            page.code = PageLink(.codeSend, parameters: [("state", state)])
            page.codeBy = CodeDelivery(way)
        }
        return browser.response(page)
    }

    /// Shows a page, unless a session is the only way into its account: that one counts as a sign-in.
    func show(_ page: (SignInWithoutClient) -> HTTPResponse) async throws -> HTTPResponse {
        guard let session = try await browser.session(), !session.canSignInAgain else { return page(self) }
        return .seeOther(destination.text)
    }

    var purpose: SignInPage.Purpose {
        destination.text.hasPrefix(PageLink(.device).text) ? .device : .account
    }

    /// Sends the script to the page that asks for a code, if the address of a new account has to be proven.
    private func proveAddresses(of profile: SignUpProfile, in connection: Connection) async throws {
        let context = browser.context
        let verification = SignUpVerification(context.services.codes)
        let isStrict = context.configuration.isSignUpStrict(onOwnPagesFor: connection)
        let missing = try verification.missing(profile, in: connection, isStrict: isStrict)
        guard let kind = missing.first else { return }
        var codes = CodeProgress()
        codes.address = profile.identifiers[kind] ?? ""
        codes.signUp = try await verification.begin(
            profile, for: "", at: context.host.host, in: context.cookies.browserDigest ?? [],
            dispatching: context.codeDispatch(), connection: connection, isStrict: isStrict,
            under: context.configuration.tenant.codes)
        throw HTTPProblem(
            verificationMissing: missing, page: try OpenedSignIn.ownPage(self).path(of: .signUpCode, after: codes))
    }

    /// The connection of new accounts. A user who only visits the account page needs no new account, but a device needs
    /// one.
    private var connectionForSignUps: Connection? {
        let connection = browser.context.configuration.connection(nil)
        let (configuration, host) = (browser.context.configuration, browser.context.host.host)
        guard purpose == .device, let connection, connection.methods.isPasskeyEnabled, !connection.isSignUpDisabled,
            configuration.clients.values.contains(where: { client in
                client.grantTypes.contains(.deviceCode) && configuration.allows(client, at: host)
                    && configuration.allows(client, in: connection)
            })
        else { return nil }
        return connection
    }

    /// The page that creates an account in one step, where the sign-in page offers that.
    var signUpPage: HTTPResponse {
        guard let connection = connectionForSignUps else { return browser.errorPage(.forbidden, status: 403) }
        let address = ticket.codes.address
        let entered = address.isEmpty ? [:] : [connection.identifiers.kind(of: address): address]
        var page = SignUpPage(token: .state(state), fields: connection.identifiers.signUpFields(entered: entered))
        page.purpose = purpose
        page.createsPasskey = true
        page.signIn = PageLink(.signIn, parameters: [("state", state)])
        return browser.response(page)
    }

    /// Begins the ceremony of a sign-up.
    func signUpChallenge(_ profile: SignUpProfile) async throws -> HTTPResponse {
        let context = browser.context
        for key in profile.limitKeys { try context.take(.account, key: key) }
        guard let connection = connectionForSignUps else { throw SignInFailure.ceremony(.purposeMismatch) }
        var profile = profile
        profile.proofs = ticket.codes.proofs
        try await proveAddresses(of: profile, in: connection)
        let started = try await BeginSignUp(ceremonies: browser.ceremonies())(
            profile, atOwnPagesOf: context.host.host, in: context.configuration)
        return .ceremony(started.options.json, session: started.session, reference: context.reference)
    }

    /// Begins the ceremony.
    func challenge() throws -> HTTPResponse {
        let context = browser.context
        let started = try BeginSignIn(ceremonies: browser.ceremonies())(
            atOwnPagesOf: context.host.host, in: context.configuration)
        return .ceremony(started.options.json, session: started.session, reference: context.reference)
    }

    /// Finishes the ceremony: stores the sign-in and the session, and returns to the page.
    func finish(_ body: PageCeremonyBody) async throws -> HTTPResponse {
        let signIn = try await browser.judge(body, client: CeremonyBinding.ownPages)
        guard !signIn.isNewAccount || connectionForSignUps != nil else {
            throw SignInFailure.ceremony(.purposeMismatch)
        }
        return try await browser.complete(signIn, returningTo: destination, state: state).scriptResponse
    }
}
