// SPDX-License-Identifier: Apache-2.0

/// The context that all pages of a request share.
package struct PageContext: Sendable {
    package var language: Language
    package var brand: Brand
    /// The host of the server.
    package var host: String
    /// The link to help for users; `nil` if the server's configuration names nothing.
    package var support: PageLink?
    /// Random text, new for each response, which allows the page's own style.
    package var nonce: String
    /// The places that the page's forms may redirect to, such as the client's redirect URI.
    package var formTargets: [ContentSecurityPolicy.FormTarget] = []

    package init(language: Language, brand: Brand, host: String, nonce: String) {
        self.host = host
        self.language = language
        self.brand = brand
        self.nonce = nonce
    }

    var strings: Strings { language.strings }

    /// The contact for a user for whom a page ends: the link to help, or else the server's host.
    var help: HTML {
        if let support { return "<p class=\"centered\"><a href=\"\(support)\">\(strings.signIn.support)</a></p>\n" }
        return "<p class=\"hint centered\">\(strings.general.runBy(.isolated(host)))</p>\n"
    }
}

extension HTML {
    /// A link that looks like a button beside the page's main one.
    static func wayOn(_ text: HTML, to link: PageLink) -> HTML {
        "<p><a class=\"button secondary\" href=\"\(link)\"><span>\(text)</span></a></p>\n"
    }
}

/// The hidden field that ties a form to the browser that it was made for.
package struct FormToken: Hashable, Sendable {
    package let name: String
    package let value: String

    private init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// The sealed transaction of a request for authorization.
    package static func state(_ value: String) -> FormToken { FormToken(name: "state", value: value) }

    /// What a mailed link has.
    package static func link(_ value: String) -> FormToken { FormToken(name: "t", value: value) }

    /// A token derived from the browser's session.
    package static func csrf(_ value: String) -> FormToken { FormToken(name: "csrf", value: value) }

    var field: HTML { .hidden(name: name, value: value) }
}
