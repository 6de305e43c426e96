// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import POSIX
import WireFormats

/// Discovery, the JWKS and the description of the interface.
struct DocumentEndpoints: Sendable {
    let services: Services

    func discovery(_ context: RequestContext) -> HTTPResponse {
        let document = DiscoveryDocument(
            issuer: context.issuer, algorithms: context.configuration.idTokenAlgorithms,
            grantTypes: GrantType.offered, languages: Language.allCases.map(\.rawValue))
        return .published(document.json)
    }

    func keys(_ context: RequestContext) throws(HTTPProblem) -> HTTPResponse {
        .published(try context.keys.document(for: context.configuration.tokenAlgorithms))
    }

    func description() -> HTTPResponse {
        services.description.response(version: services.version)
    }
}

/// The description of the interface. It is large and never changes, so it is made on the first request.
final class DescriptionCache: Sendable {
    private let made = Locked<HTTPResponse?>(nil)

    func response(version: String) -> HTTPResponse {
        made.withLock { made in
            if let made { return made }
            let response = HTTPResponse.published(InterfaceDescription(version: version).json)
            made = response
            return response
        }
    }
}

extension HTTPResponse {
    /// Public JSON: it may be cached for a few minutes and read by pages of any origin.
    fileprivate static func published(_ document: JSONObject) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": "application/json", "Cache-Control": "public, max-age=300",
                "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff",
            ],
            body: JSONValue.object(document).serialized())
    }
}
