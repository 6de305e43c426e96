// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import OpenIDProvider
import SignIn
import WireFormats

/// A logout that a script of a client's page asks for with `fetch`: the only request of other origins that brings the
/// session's cookie along.
///
/// The page's origin takes the place of the ID token: browsers send it with every such request, and it must be one of
/// the client's. An ID token isn't needed, so a page can sign its user out that was loaded a moment ago.
struct LogoutByScript {
    /// The outcome for the session.
    enum Outcome: String {
        case ended
        /// The request came without one. Browsers that block cookies of other sites may still have it.
        case none
        /// Only a page of the server can end it: the user has to be asked.
        case interactionRequired = "interaction_required"
    }

    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    /// Whether a script asks, and not a form or a link. Browsers list `text/html` for these.
    static func asks(in request: HTTPRequest) -> Bool {
        request.headers.values(for: "Accept") == ["application/json"]
    }

    func respond(to parameters: AuthorizationParameters) async throws -> HTTPResponse {
        let client = try findClient(parameters["client_id"])
        context.client = client
        context.responseFields = try accessFields(for: client)
        return try await endSession(for: client)
    }

    private func findClient(_ id: String?) throws -> Client {
        guard let client = id.flatMap(context.configuration.client),
            context.configuration.allows(client, at: context.host.host)
        else { throw HTTPProblem(LogoutPageError.clientUnknown) }
        return client
    }

    /// The CORS fields for the page, whose origin must be one of the client's.
    private func accessFields(for client: Client) throws -> HTTPFields {
        let own = context.configuration.origin(of: context.host.host).description
        guard let origin = CrossOriginPolicy.origin(of: context.request),
            origin == own || client.webOrigins.contains(where: { ExactText($0.description) == ExactText(origin) })
        else { throw HTTPProblem(LogoutPageError.originNotAllowed) }
        return [
            "Vary": "Origin", "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true",
        ]
    }

    private func endSession(for client: Client) async throws -> HTTPResponse {
        // The response to a client of another party must not depend on the session.
        guard client.isFirstParty else { return response(.interactionRequired) }
        guard let session = try await browser.session() else { return response(.none) }
        guard session.canSignInAgain else { return response(.interactionRequired) }
        try await browser.signOut(session)
        return response(.ended).settingCookies(browser.cookies.fieldsRemovingSession)
    }

    private func response(_ outcome: Outcome) -> HTTPResponse {
        .json(["session": .string(outcome.rawValue)])
    }
}
