// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import HTTPServer
import IdentityModel
import POSIX

/// The CORS policy: scripts of the origins that a client lists may read responses.
///
/// No request is rejected here. Without the fields, the browser withholds the response from the script. The server's
/// own pages need none. Cookies play no part, so credentials are never allowed.
package struct CrossOriginPolicy: Sendable {
    private static let requestFields = "Content-Type, Authorization, DPoP, Auth0-Client"
    private static let responseFields = """
        Location, DPoP-Nonce, WWW-Authenticate, Retry-After, Thumbturn-Signal, x-ratelimit-limit, x-ratelimit-remaining, \
        x-ratelimit-reset
        """

    private static let fieldsWithoutAccess: HTTPFields = ["Vary": "Origin"]

    private let configuration: ConfigurationSnapshot

    package init(configuration: ConfigurationSnapshot) {
        self.configuration = configuration
    }

    /// Responds to a preflight request. Returns `nil` for any other request.
    ///
    /// A preflight request does not name its client, so an origin of any client is allowed.
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

    /// The CORS fields of a response to a client, by its ID. Before it is known, an origin of any client is allowed.
    package func headers(for origin: String?, client: String?) -> HTTPFields {
        guard let origin, isListed(origin, by: client) else { return Self.fieldsWithoutAccess }
        var fields = Self.fieldsWithoutAccess
        fields["Access-Control-Allow-Origin"] = origin
        fields["Access-Control-Expose-Headers"] = Self.responseFields
        return fields
    }

    /// The origin of a request. Returns `nil` unless there is exactly one.
    package static func origin(of request: HTTPRequest) -> String? {
        let origins = request.headers.values(for: "Origin")
        return origins.count == 1 ? origins.first : nil
    }

    /// Whether a client lists the origin, by its ID, or, before it is known, any client does.
    package func isListed(_ origin: String, by client: String?) -> Bool {
        let clients = configuration.clients(at: origin)
        return client.map(clients.contains) ?? !clients.isEmpty
    }
}

/// The rejected origins that operators have been notified of, so that the log has each of them once.
///
/// Anybody can send any origin, so the set is bounded. A new configuration starts with an empty set, so that an
/// operator sees at once whether a change helped.
final class ForeignOrigins: Sendable {
    private static let limit = 100
    private static let lengthLimit = 300

    private let seen = Locked<Set<[String]>>([])

    /// Inserts an origin and a client. Returns whether they are new.
    func insert(_ origin: String, client: String?) -> Bool {
        guard origin.utf8.count <= Self.lengthLimit else { return false }
        return seen.withLock { seen in
            guard seen.count < Self.limit else { return false }
            return seen.insert([origin, client ?? ""]).inserted
        }
    }
}
