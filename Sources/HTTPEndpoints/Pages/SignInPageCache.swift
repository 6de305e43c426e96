// SPDX-License-Identifier: Apache-2.0

import HostedPages
import POSIX

/// The sign-in pages of one configuration, rendered once for each host, client, connection and language. A new configuration
/// starts with an empty cache.
final class SignInPageCache: Sendable {
    /// Everything that the page depends on, apart from its token and its nonce.
    struct Key: Hashable, Sendable {
        let host: String
        let client: String
        let connection: String
        let language: Language
        /// Where the form may redirect to.
        let redirectURI: String
    }

    /// The configuration bounds the number of keys, but for the ports of loopback addresses. This bounds it for all.
    private static let limit = 1000

    private let templates = Locked<[Key: PageTemplate]>([:])

    func template(for key: Key, rendering page: () -> PageTemplate) -> PageTemplate {
        if let template = templates.withLock({ $0[key] }) { return template }
        let template = page()
        templates.withLock { templates in
            if templates.count < Self.limit { templates[key] = template }
        }
        return template
    }
}
