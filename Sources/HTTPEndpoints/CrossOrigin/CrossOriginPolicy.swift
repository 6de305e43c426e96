// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import HTTPServer
import IdentityModel

/// Which sites' scripts may read answers: those that a client lists, each by its name.
///
/// Nothing is refused here. Where the fields are missing, the browser keeps the answer from the script; the server's own
/// pages need none. Cookies play no part, so that credentials are never allowed.
package struct CrossOriginPolicy: Sendable {
    private static let requestFields = "Content-Type, Authorization, DPoP, Auth0-Client"
    private static let responseFields = """
        Location, DPoP-Nonce, WWW-Authenticate, Retry-After, Thumbturn-Signal, x-ratelimit-limit, x-ratelimit-remaining, \
        x-ratelimit-reset
        """

    private let configuration: ConfigurationSnapshot

    package init(configuration: ConfigurationSnapshot) {
        self.configuration = configuration
    }

    /// Answers a browser that asks whether it may send a request; nil for a request that does not ask that.
    ///
    /// The question does not say which client it is for, so any client's site may send.
    package func preflight(_ request: HTTPRequest, methods: [String]) -> HTTPResponse? {
        guard request.method == .options, request.headers["Access-Control-Request-Method"] != nil,
            let origin = Self.origin(of: request)
        else { return nil }
        var response = HTTPResponse(status: 204, headers: ["Vary": "Origin"])
        guard isListed(origin, by: nil) else { return response }
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Allow-Methods"] = methods.joined(separator: ", ")
        response.headers["Access-Control-Allow-Headers"] = Self.requestFields
        response.headers["Access-Control-Max-Age"] = "600"
        return response
    }

    /// What goes with every answer that sites may ask for. Before the client is known, any client's site may read it.
    package func headers(for origin: String?, client: Client?) -> HTTPFields {
        var fields: HTTPFields = ["Vary": "Origin"]
        guard let origin, isListed(origin, by: client) else { return fields }
        fields["Access-Control-Allow-Origin"] = origin
        fields["Access-Control-Expose-Headers"] = Self.responseFields
        return fields
    }

    /// Where a request's script comes from; nil where none says so, or several do.
    package static func origin(of request: HTTPRequest) -> String? {
        let origins = request.headers.values(for: "Origin")
        return origins.count == 1 ? origins.first : nil
    }

    package func isListed(_ origin: String, by client: Client?) -> Bool {
        let clients = configuration.clients(at: origin)
        return client.map { clients.contains($0.id) } ?? !clients.isEmpty
    }
}
