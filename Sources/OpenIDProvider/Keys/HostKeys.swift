// SPDX-License-Identifier: Apache-2.0

package import Cryptography
import IdentityModel
package import JOSE
package import WireFormats

/// All keys of a host at one moment, opened.
package struct HostKeys: Sendable {
    package let host: String
    /// Those whose signatures are accepted, RSA first: there are clients that take the first key they find.
    package let published: [PublishedKey]
    /// Seals what clients carry between two requests.
    package let session: AEADKey
    /// Seals opaque access tokens.
    let accessTokens: AEADKey
    package let sessionEpoch: String
    /// By the name of the algorithm.
    let current: [String: SigningKey]

    package func signingKey(_ algorithm: JWSAlgorithm) throws(OAuthFailure) -> SigningKey {
        guard let key = current[algorithm.name] else {
            throw .signingKeyMissing(algorithm: algorithm.name)
        }
        return key
    }

    package func publishedKey(_ id: String) -> PublishedKey? {
        published.first { ExactText($0.id) == ExactText(id) }
    }

    /// The document of keys (RFC 7517, section 5): those that others verify tokens with. auth0-python fails at a document
    /// that has any key but RSA's, so that what only the server itself verifies is not in it.
    package func document(for algorithms: [JWSAlgorithm]) -> JSONObject {
        ["keys": .array(published.filter { algorithms.contains($0.algorithm) }.map { .object($0.json) })]
    }

    /// What signs now.
    package var algorithms: [JWSAlgorithm] {
        published.filter { $0.stage == .current }.map(\.algorithm)
    }
}
