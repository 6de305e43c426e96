// SPDX-License-Identifier: Apache-2.0

import Configuration
import Grants
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import WebAuthnMessages
import WireFormats

/// A ceremony of a page that signs a user in or up.
struct PageSignIn {
    let browser: BrowserRequest
    /// The client; empty on the server's own pages.
    private let client: String
    private let organization: String?

    /// The sign-in for a client.
    init(_ opened: TransactionPage) {
        browser = opened.browser
        client = opened.client.id
        organization = opened.request.organization
    }

    /// The sign-in for one of the server's own pages.
    init(ownPagesIn browser: BrowserRequest) {
        self.browser = browser
        client = CeremonyBinding.ownPages
        organization = nil
    }

    private var context: RequestContext { browser.context }

    /// Finishes a sign-in for a client: returns where the browser goes next, with the session's cookie.
    func finish(_ body: PageCeremonyBody, in opened: TransactionPage) async throws(HTTPProblem) -> HTTPResponse {
        let (flow, sender) = (opened.pages.flow, TokenRequest.Sender(context))
        let finished = try await finish(body) { verified, old, ceremonies throws(GrantFailure) in
            try await flow.finish(
                verified, in: opened.transaction, sender: sender, replacing: old, with: ceremonies)
        }
        return response(
            to: finished.signedIn, secret: finished.secret, location: try opened.pages.location(after: finished))
    }

    /// Finishes a sign-in for one of the server's own pages.
    func finish(_ body: PageCeremonyBody, location: String) async throws(HTTPProblem) -> HTTPResponse {
        let sessions = BrowserSessions(storage: browser.services.storage, host: context.host.host)
        let (lifetimes, sender) = (context.configuration.tenant, TokenRequest.Sender(context))
        let begun = try await finish(body) { verified, old, ceremonies throws(GrantFailure) in
            try await sessions.finish(
                verified, lifetimes: lifetimes, sender: sender, replacing: old, with: ceremonies)
        }
        return response(to: begun.signedIn, secret: begun.secret, location: location)
    }

    /// Verifies the response and counts it against its limits. `store` makes the sign-in durable and ends the session before.
    private func finish<Finished>(
        _ body: PageCeremonyBody,
        store: (VerifiedSignIn, BrowserSession.ID?, CeremonyService) async throws(GrantFailure) -> Finished
    ) async throws(HTTPProblem) -> Finished {
        let (ceremonies, configuration) = (try browser.ceremonies(), context.configuration)
        let old = try await browser.session()
        do throws(GrantFailure) {
            let submission = try submission(of: body, with: ceremonies)
            let verified: VerifiedSignIn
            do { verified = try await FinishSignIn(ceremonies: ceremonies).verify(submission, in: configuration) } catch
            {
                throw .signIn(error)
            }
            context.limit = try SignInLimits(limits: browser.services.limits, uptime: browser.services.uptime()).take(
                for: verified, from: TokenRequest.Sender(context))
            return try await store(verified, old?.record.id, ceremonies)
        } catch {
            if case .signIn(.counterRegressed(_, _, let user)) = error { context.user = user }
            let domain = configuration.domain(at: context.host.host)
            throw HTTPProblem(error, relyingPartyID: domain?.relyingPartyID)
        }
    }

    private func submission(
        of body: PageCeremonyBody, with ceremonies: CeremonyService
    ) throws(GrantFailure) -> FinishSignIn.Submission {
        let ceremony: Ceremony
        do { ceremony = try ceremonies.open(body.session, at: context.host.host) } catch { throw .signIn(error) }
        return FinishSignIn.Submission(
            ceremony: ceremony, response: body.response, client: client, organization: organization,
            userAgent: context.userAgent, address: context.address, reference: context.reference)
    }

    private func response(to signedIn: SignedIn, secret: String, location: String) -> HTTPResponse {
        context.user = signedIn.user.id
        if signedIn.isCounterRegressed {
            browser.services.notify(.counterRegressed(signedIn, reference: context.reference))
        }
        browser.services.storageHealth.recordSuccess()
        let cookie = browser.cookies.field(session: secret, lifetime: context.configuration.tenant.sessionLifetime)
        return HTTPResponse.json(["location": .string(location)]).settingCookies([cookie])
    }
}
