// SPDX-License-Identifier: Apache-2.0

import Configuration
package import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import POSIX
import WireFormats

/// Discovery, the JWKS and the description of the interface.
package enum DocumentEndpoints {
    package static let discoveryPath: Path = "/.well-known/openid-configuration"
    package static let keysPath: Path = "/.well-known/jwks.json"
    static let descriptionPath: Path = "/openapi.json"

    static let rows = [discovery, keys, description]

    private static let discovery = Row(
        .get, discoveryPath, in: .documents, by: .anyone, taking: .nothing, id: "discovery",
        summary: "Returns the OpenID Provider metadata", success: .document
    ) { request in
        let document = DiscoveryDocument(
            issuer: request.context.issuer, algorithms: request.context.configuration.idTokenAlgorithms,
            grantTypes: GrantType.offered, languages: BrowserRequest.languages)
        return .published(document.json)
    }

    private static let keys = Row(
        .get, keysPath, in: .documents, by: .anyone, taking: .nothing, id: "keys",
        summary: "Returns the keys that verify tokens", success: .document, needsAllKeys: true
    ) { request in
        .published(try request.context.keys.document(for: request.context.configuration.tokenAlgorithms))
    }

    private static let description = Row(
        .get, descriptionPath, in: .documents, by: .anyone, taking: .nothing, id: "describe",
        summary: "Returns this description", success: .document
    ) { request in
        request.services.description.response(version: request.services.version)
    }
}

extension Family {
    /// What is made from the configuration or contained in the program, and needs no storage.
    static let documents = Family(failures: [421, 429])
}

extension Operation.Success {
    static let document = json("A document.", .anyObject)
}

/// The description of the interface. It is large and never changes, so it is made on the first request.
final class DescriptionCache: Sendable {
    private let made = Locked<HTTPResponse?>(nil)

    func response(version: String) -> HTTPResponse {
        made.withLock { made in
            if let made { return made }
            let response = HTTPResponse.published(
                InterfaceDescription(version: version, operations: Endpoints.operations).json)
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
