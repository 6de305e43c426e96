// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import OpenIDProvider
import WireFormats

/// What the server says about itself.
struct DocumentEndpoints: Sendable {
    let services: Services

    func discovery(_ exchange: Exchange) -> HTTPResponse {
        let document = DiscoveryDocument(
            issuer: exchange.issuer, algorithms: exchange.directory.tokenAlgorithms,
            grantTypes: TokenEndpoint.grantTypes)
        return .published(document.json)
    }

    func keys(_ exchange: Exchange) -> HTTPResponse {
        .published(exchange.keys.document(for: exchange.directory.tokenAlgorithms))
    }

    func description(_ exchange: Exchange) -> HTTPResponse {
        .published(InterfaceDescription(version: services.version, server: exchange.issuer.url).json)
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
