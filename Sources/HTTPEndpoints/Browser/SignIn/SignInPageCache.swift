// SPDX-License-Identifier: Apache-2.0

package import HostedPages
import POSIX

/// The sign-in pages of one configuration, rendered once for each host, client, connection and language. A new
/// configuration starts with an empty cache.
package final class SignInPageCache: Sendable {
    /// Everything that the page depends on, apart from its token and its nonce.
    package struct Key: Hashable, Sendable {
        let host: String
        let client: String
        let connection: String
        let language: Language
        /// The URI that the form may redirect to.
        let redirectURI: String
        /// Whether the page leads to one for a password. Requests for a passkey have none.
        let offersPassword: Bool
        /// Whether the page leads to one for a code.
        let offersCode: Bool

        package init(
            host: String, client: String, connection: String, language: Language, redirectURI: String,
            offersPassword: Bool = false, offersCode: Bool = false
        ) {
            self.offersCode = offersCode
            self.host = host
            self.client = client
            self.connection = connection
            self.language = language
            self.redirectURI = redirectURI
            self.offersPassword = offersPassword
        }
    }

    /// The pages that were used lately, and those that were used before. Once there are enough of the former, they
    /// replace the latter, so that pages in use stay whatever else is asked for.
    private struct Generations: Sendable {
        /// The configuration bounds the number of keys, but for the ports of loopback addresses. This bounds it for
        /// all.
        static let limit = 500

        var recent: [Key: PageTemplate] = [:]
        var earlier: [Key: PageTemplate] = [:]

        mutating func find(_ key: Key) -> PageTemplate? {
            if let template = recent[key] { return template }
            guard let template = earlier[key] else { return nil }
            insert(template, for: key)
            return template
        }

        mutating func insert(_ template: PageTemplate, for key: Key) {
            if recent.count >= Self.limit {
                earlier = recent
                recent = [:]
            }
            recent[key] = template
        }
    }

    private let templates = Locked(Generations())

    package init() {}

    package func template(for key: Key, rendering page: () -> PageTemplate) -> PageTemplate {
        if let template = templates.withLock({ $0.find(key) }) { return template }
        let template = page()
        templates.withLock { $0.insert(template, for: key) }
        return template
    }
}
