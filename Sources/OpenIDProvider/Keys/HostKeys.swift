// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import Cryptography
import IdentityModel
package import JOSE
package import WireFormats

/// A host's keys, opened. It is a class because every request passes it on.
package final class HostKeys: Sendable {
    package let host: String
    /// The keys whose signatures are accepted, RSA first, because some clients use the first key that they find.
    package let published: [PublishedKey]
    /// Seals the sessions that clients hold between two requests.
    package let session: AEADKey
    /// Seals opaque access tokens.
    let accessTokens: AEADKey
    /// Seals what the server's pages leave with the browser.
    package let pages: AEADKey
    package let sessionEpoch: String
    /// The signing keys, by the name of the algorithm.
    let current: [String: SigningKey]

    package init(
        host: String, published: [PublishedKey], session: AEADKey, accessTokens: AEADKey, pages: AEADKey,
        sessionEpoch: String, current: [String: SigningKey]
    ) {
        self.host = host
        self.published = published
        self.session = session
        self.accessTokens = accessTokens
        self.pages = pages
        self.sessionEpoch = sessionEpoch
        self.current = current
    }

    package func signingKey(_ algorithm: JWSAlgorithm) throws(OAuthFailure) -> SigningKey {
        guard let key = current[algorithm.name] else {
            throw .signingKeyMissing(algorithm: algorithm.name)
        }
        return key
    }

    package func publishedKey(_ id: String) -> PublishedKey? {
        published.first { ExactText($0.id) == ExactText(id) }
    }

    /// The JWKS (RFC 7517, section 5), without keys whose signatures only the server verifies: auth0-python fails at a
    /// document with a key other than RSA.
    package func document(for algorithms: [JWSAlgorithm]) -> JSONObject {
        ["keys": .array(published.filter { algorithms.contains($0.algorithm) }.map { .object($0.json) })]
    }

    /// The algorithms of the current keys.
    package var algorithms: [JWSAlgorithm] {
        published.filter { $0.stage == .current }.map(\.algorithm)
    }
}

extension ConfigurationSnapshot {
    /// The algorithms of tokens that clients and APIs verify. RS256, the default, comes first.
    package var tokenAlgorithms: [JWSAlgorithm] {
        Self.algorithms(clients.values.map(\.idToken.algorithm) + resourceServers.values.map(\.accessTokenAlgorithm))
    }

    /// The algorithms of ID tokens. RS256 is always among them (OpenID Connect Discovery, section 3).
    package var idTokenAlgorithms: [JWSAlgorithm] { Self.algorithms(clients.values.map(\.idToken.algorithm)) }

    private static func algorithms(_ configured: [TokenAlgorithm]) -> [JWSAlgorithm] {
        TokenAlgorithm.allCases.filter { $0 == .rs256 || configured.contains($0) }.map(\.inJOSE)
    }
}
