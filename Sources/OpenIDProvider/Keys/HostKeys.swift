// SPDX-License-Identifier: Apache-2.0

package import Cryptography
import IdentityModel
package import JOSE
package import WireFormats

/// All keys of a host at one moment, opened.
package struct HostKeys: Sendable {
    package let host: String
    /// Those that are published, RSA first: there are clients that take the first key they find.
    package let published: [PublishedKey]
    /// Seals what clients carry between two requests.
    package let session: AEADKey
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

    /// The document of keys (RFC 7517, section 5).
    package var document: JSONObject {
        ["keys": .array(published.map { .object($0.json) })]
    }

    /// What tokens are signed with, for the discovery document.
    package var algorithms: [String] {
        published.filter { $0.stage == .current }.map(\.algorithm.name)
    }
}
