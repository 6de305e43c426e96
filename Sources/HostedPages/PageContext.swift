// SPDX-License-Identifier: Apache-2.0

/// What all pages of a request have in common.
package struct PageContext: Sendable {
    package var language: Language
    package var brand: Brand
    /// Random text, new for each response, which allows the page's own style.
    package var nonce: String
    /// The places that the page's forms may redirect to, such as the client's redirect URI.
    package var formTargets: [ContentSecurityPolicy.FormTarget] = []

    package init(language: Language, brand: Brand, nonce: String) {
        self.language = language
        self.brand = brand
        self.nonce = nonce
    }

    var strings: Strings { language.strings }
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

    /// A token derived from the browser's session.
    package static func csrf(_ value: String) -> FormToken { FormToken(name: "csrf", value: value) }

    var field: HTML { .hidden(name: name, value: value) }
}
