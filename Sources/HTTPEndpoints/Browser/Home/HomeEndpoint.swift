// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import OpenIDProvider
import SignIn
import WireFormats

/// `/`: what this server is. Browsers get a page with what to do next, or with how a sign-in ended that returned here;
/// programs get JSON with links to the documents.
enum HomeEndpoint {
    static let rows = [home]

    private static let home = Row(
        .get, "/", in: .documents, by: .anyone, taking: .nothing, id: "home",
        summary: "Returns links to the server's documents",
        success: .json("Links as JSON, or an HTML page.", .anyObject).with(otherMediaType: "text/html")
    ) { request in
        let browser = request.browser
        var response: HTTPResponse
        if !request.context.incoming.prefersPage {
            response = .json(.object(json(for: request.context)))
        } else if let callback = try await CallbackOutcome(browser: browser).page() {
            response = browser.response(callback)
        } else {
            response = browser.response(try await page(for: browser))
        }
        response.headers["Vary"] = "Accept"
        return response
    }

    private static let documents: [(name: String, path: Path, document: HomePage.Document?)] = [
        ("openid_configuration", DocumentEndpoints.discoveryPath, .discovery),
        ("keys", DocumentEndpoints.keysPath, nil), ("openapi", DocumentEndpoints.descriptionPath, .description),
        ("health", HealthEndpoints.readinessPath, .readiness),
    ]

    private static func page(for browser: BrowserRequest) async throws -> HomePage {
        let (context, services) = (browser.context, browser.services)
        var page = HomePage(issuer: context.issuer.url)
        // Users of other servers would not know what to do with it.
        page.isForDevelopers = context.configuration.url.isLoopback
        page.documents = documents.compactMap { entry in
            guard let document = entry.document, let link = PageLink(path: entry.path.text) else { return nil }
            return (document, link)
        }
        page.isSetUp = try await !ServerSetup(storage: services.storage).isNeeded()
        page.hasDemo = services.options.servesDemo
        page.isSignedIn = try await browser.session() != nil
        return page
    }

    private static func json(for context: RequestContext) -> JSONObject {
        let issuer = context.issuer.url
        var json: JSONObject = [
            "name": "Thumbturn", "version": .string(context.services.version), "issuer": .string(issuer),
        ]
        for entry in documents { json[entry.name] = .string(issuer + entry.path.text.dropFirst()) }
        return json
    }
}
