// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import WireFormats

/// A page of the server, with its style and its script in the document.
///
/// The page loads nothing, nobody can frame it, and only its own style and script apply. A script may send requests to
/// this server.
struct HTMLPage: Sendable {
    let title: String
    let style: String
    /// The page's own elements.
    let main: String
    var script: String?
    /// Whether search engines may list the page.
    var isIndexed = true

    init(title: String, style: String, main: String) {
        self.title = title
        self.style = style
        self.main = main
    }

    var response: HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
                "Content-Security-Policy": policy, "Referrer-Policy": "no-referrer",
                "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
            ],
            body: Array(html.utf8))
    }

    /// Escapes text for elements and quoted attributes.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { output, character in
            switch character {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            default: output.append(character)
            }
        }
    }

    private var policy: String {
        var policy =
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            + "style-src \(Self.source(of: style))"
        if let script { policy += "; script-src \(Self.source(of: script)); connect-src 'self'" }
        return policy
    }

    /// The hash source of an inline script or style (Content Security Policy, section 6.7).
    private static func source(of text: String) -> String {
        "'sha256-\(Base64.encode(DigestAlgorithm.sha256.hash(Array(text.utf8))))'"
    }

    private var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        \(isIndexed ? "" : "<meta name=\"robots\" content=\"noindex\">\n")<title>\(Self.escaped(title))</title>
        <style>\(style)</style>
        </head>
        <body>
        <main>
        \(main)
        </main>
        \(script.map { "<script>\($0)</script>\n" } ?? "")</body>
        </html>

        """
    }
}
