// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import OpenIDProvider
import WireFormats

/// `/`: what this server is. Browsers get a page with what to do next, or with how a sign-in ended that returned here;
/// programs get JSON with links to the documents.
struct HomeEndpoint {
    private static let documents: [(name: String, route: Route, document: HomePage.Document?)] = [
        ("openid_configuration", .discovery, .discovery), ("keys", .keys, nil),
        ("openapi", .description, .description), ("health", .readiness, .readiness),
    ]

    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    func respond() async throws(HTTPProblem) -> HTTPResponse {
        var response: HTTPResponse
        if !context.incoming.prefersPage {
            response = .json(.object(json))
        } else if let callback = try await CallbackOutcome(browser: browser).page() {
            response = browser.response(callback)
        } else {
            response = browser.response(try await page())
        }
        response.headers["Vary"] = "Accept"
        return response
    }

    private func page() async throws(HTTPProblem) -> HomePage {
        var page = HomePage(issuer: context.issuer.url)
        // Users of other servers would not know what to do with it.
        page.isForDevelopers = context.configuration.url.isLoopback
        page.documents = Self.documents.compactMap { entry in
            guard let document = entry.document, let link = PageLink(path: entry.route.rawValue) else { return nil }
            return (document, link)
        }
        page.isSetUp = try await !browser.isSetupNeeded()
        page.hasDemo = browser.services.options.servesDemo
        page.isSignedIn = try await browser.session() != nil
        return page
    }

    private var json: JSONObject {
        let issuer = context.issuer.url
        var json: JSONObject = [
            "name": "Thumbturn", "version": .string(browser.services.version), "issuer": .string(issuer),
        ]
        for entry in Self.documents { json[entry.name] = .string(issuer + entry.route.rawValue.dropFirst()) }
        return json
    }
}
