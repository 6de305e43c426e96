// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import OpenIDProvider
import WireFormats

/// `/`: the status of the server and links to its documents. Browsers get a page, programs JSON.
struct HomePage {
    private let issuer: String
    private let host: String
    private let version: String
    private let isForBrowsers: Bool

    init(_ context: RequestContext, version: String) {
        issuer = context.issuer.url
        host = context.host.host
        self.version = version
        isForBrowsers = context.incoming.prefersPage
    }

    var response: HTTPResponse {
        guard isForBrowsers else {
            var response = HTTPResponse.json(.object(json))
            response.headers["Vary"] = "Accept"
            return response
        }
        var page = HTMLPage(title: "Thumbturn at \(host)", style: Self.style, main: main)
        page.isIndexed = false
        var response = page.response
        response.headers["Vary"] = "Accept"
        return response
    }

    /// The domain, as SDKs call it.
    private var authority: String { String(issuer.drop { $0 != "/" }.dropFirst(2).dropLast()) }

    private var json: JSONObject {
        let address = { (route: Route) in JSONValue.string(issuer + route.rawValue.dropFirst()) }
        return [
            "name": "Thumbturn", "version": .string(version), "issuer": .string(issuer),
            "openid_configuration": address(.discovery), "keys": address(.keys), "openapi": address(.description),
            "health": address(.readiness),
        ]
    }

    private var main: String {
        """
        <p class="state">Thumbturn is running</p>
        <h1>\(HTMLPage.escaped(host))</h1>
        <p>This is a passkey identity server. Applications use it to sign users up and in. To sign in, open the
        application. Your passkeys and sessions are at <code>/account</code>, and <code>/activate</code> connects a device.</p>
        <h2>What to do next</h2>
        <dl>
        <dt>Try it</dt>
        <dd>Paste the commands that <code>make run</code> prints. They sign a user up with a passkey, without a browser.</dd>
        <dt>Connect an application</dt>
        <dd>Give one of Auth0’s SDKs the domain <code>\(HTMLPage.escaped(authority))</code> and the id of one of your clients. The
        issuer is <code>\(HTMLPage.escaped(issuer))</code>.</dd>
        <dt>Configure it</dt>
        <dd>Write your domains and clients as JSON and run <code>thumbturn apply</code>. The folder
        <code>docs/operations</code> of the source describes every setting.</dd>
        </dl>
        <h2>Documents</h2>
        <ul>
        \(Self.links)
        </ul>
        """
    }

    private static let links = [
        (Route.description, "the interface, as OpenAPI"), (.discovery, "the OpenID Provider"),
        (.keys, "the keys that tokens are verified with"), (.readiness, "whether requests can be answered"),
    ].map { route, text in "<li><a href=\"\(route.rawValue)\">\(route.rawValue)</a> <span>\(text)</span></li>" }
        .joined(separator: "\n")

    private static let style = """
        :root { color-scheme: light dark; --ink: #1b2333; --soft: #545e70; --paper: #fbfaf7; --line: #e2dfd6;
          --link: #1f5fd0; --good: #1d7a4c; font: 1.05rem/1.6 system-ui, sans-serif; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e8eaf0; --soft: #a3abbb; --paper: #14171d; --line: #2b313c;
          --link: #8ab4ff; --good: #6fd3a0; } }
        body { margin: 0; background: var(--paper); color: var(--ink); }
        main { max-width: 40rem; margin: 0 auto; padding: 4rem 1.5rem; }
        h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; overflow-wrap: anywhere; }
        h2 { font-size: 1.05rem; margin: 2.5rem 0 .8rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
        .state { display: flex; align-items: center; gap: .55rem; margin: 0 0 .6rem; color: var(--good);
          font-weight: 600; font-size: .95rem; }
        .state::before { content: ""; width: .6rem; height: .6rem; border-radius: 50%; background: currentColor; }
        dt { font-weight: 600; } dd { margin: 0 0 1rem; color: var(--soft); }
        ul { list-style: none; margin: 0; padding: 0; }
        li { margin: 0 0 .6rem; } li span { display: block; color: var(--soft); font-size: .95rem; }
        a { color: var(--link); overflow-wrap: anywhere; }
        a:focus-visible { outline: 3px solid currentColor; outline-offset: 3px; border-radius: 2px; }
        code { color: var(--ink); font-size: .92em; background: color-mix(in srgb, currentColor 8%, transparent);
          padding: .1em .35em; border-radius: .3em; overflow-wrap: anywhere; }
        """
}
