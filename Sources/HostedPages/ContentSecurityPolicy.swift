// SPDX-License-Identifier: Apache-2.0

/// The limits on what a page may load, run and be framed by (Content Security Policy Level 3).
package struct ContentSecurityPolicy: Hashable, Sendable {
    /// A place that a form's response may redirect to.
    package struct FormTarget: Hashable, Sendable {
        package let source: String

        /// The scheme of a redirect URI.
        ///
        /// A client may redirect to further origins, and Chromium would block those if only the client's were listed.
        /// The source `http:` includes `https:` (section 6.7.2.9).
        ///
        /// Returns `nil` for schemes that run or contain a document.
        package init?(redirectURI: String) {
            if let origin = WebOrigin(of: redirectURI) {
                source = origin.description.hasPrefix("https:") ? "https:" : "http:"
                return
            }
            let scheme = redirectURI.prefix { $0 != ":" }.lowercased()
            let isScheme =
                scheme.utf8.first.map(Self.isLetter) == true
                && scheme.utf8.allSatisfy { Self.isLetter($0) || "0123456789+-.".utf8.contains($0) }
            guard isScheme, scheme.utf8.count < redirectURI.utf8.count, !Self.forbidden.contains(scheme) else {
                return nil
            }
            source = "\(scheme):"
        }

        private static let forbidden: Set = [
            "javascript", "data", "blob", "about", "file", "filesystem", "vbscript", "view-source", "http", "https",
        ]

        private static func isLetter(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        }
    }

    package var nonce: String
    package var usesScript = false
    /// The origins of logos.
    package var images: [WebOrigin] = []
    /// Chromium applies `form-action` to all redirects that follow a form, too.
    package var formTargets: [FormTarget] = []
    package var frameAncestors: [WebOrigin] = []

    package init(nonce: String) {
        self.nonce = nonce
    }

    /// The value of the header field.
    package var text: String {
        var text = "default-src 'none'; style-src 'self' 'nonce-"
        text += nonce
        // The icon is a `data:` URL. Images can't run scripts.
        text += "'; img-src data:"
        Self.append(images.map(\.description), to: &text)
        if usesScript { text += "; script-src 'self'; connect-src 'self'" }
        text += "; form-action 'self'"
        Self.append(formTargets.map(\.source), to: &text)
        text += "; frame-ancestors"
        if frameAncestors.isEmpty { text += " 'none'" }
        Self.append(frameAncestors.map(\.description), to: &text)
        text += "; base-uri 'none'"
        return text
    }

    /// Appends sources, each once.
    private static func append(_ sources: [String], to text: inout String) {
        for (index, source) in sources.enumerated() where !sources[..<index].contains(source) {
            text += " "
            text += source
        }
    }
}
