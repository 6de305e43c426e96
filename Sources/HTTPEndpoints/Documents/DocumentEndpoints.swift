// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import POSIX
import WireFormats

/// What the server says about itself.
struct DocumentEndpoints: Sendable {
    let services: Services

    func discovery(_ context: RequestContext) -> HTTPResponse {
        let document = DiscoveryDocument(
            issuer: context.issuer, algorithms: context.configuration.tokenAlgorithms,
            grantTypes: TokenEndpoint.grantTypes)
        return .published(document.json)
    }

    func keys(_ context: RequestContext) -> HTTPResponse {
        .published(context.keys.document(for: context.configuration.tokenAlgorithms))
    }

    func description() -> HTTPResponse {
        services.description.response(version: services.version)
    }
}

/// The description of the interface, made when it is asked for the first time: it is large, and never changes.
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
    /// JSON that may be kept for a few minutes, and read by pages of any site: it is the same for everybody.
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
