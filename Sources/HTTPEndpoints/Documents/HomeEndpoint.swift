// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import HostedPages
import OpenIDProvider
import WireFormats

/// `/`: what this server is. Browsers get a page with what to do next, programs JSON with links to the documents.
struct HomeEndpoint {
    private static let documents: [(name: String, route: Route, document: HomePage.Document?)] = [
        ("openid_configuration", .discovery, .discovery), ("keys", .keys, nil),
        ("openapi", .description, .description), ("health", .readiness, .readiness),
    ]

    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    func respond() async throws(HTTPProblem) -> HTTPResponse {
        var response = context.incoming.prefersPage ? browser.response(try await page()) : .json(.object(json))
        response.headers["Vary"] = "Accept"
        return response
    }

    private func page() async throws(HTTPProblem) -> HomePage {
        var page = HomePage(issuer: context.issuer.url)
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
