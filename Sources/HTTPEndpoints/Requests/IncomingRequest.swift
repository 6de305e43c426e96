// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import WireFormats

/// A request with its resolved route, and what trusted proxies say about it.
final class IncomingRequest: Sendable {
    let request: HTTPRequest
    let source: RequestSource
    /// The other end of the connection: the client, or a proxy.
    let peer: PeerAddress
    let hosts: ServedHosts
    let reference = RequestReference.random()
    /// `nil` for an unknown path.
    let route: Route?
    /// The value of the route's placeholder.
    let name: String?

    init(_ request: HTTPRequest, over connection: ConnectionDetails, services: Services) {
        self.request = request
        peer = connection.peer
        source = services.forwarding.source(of: request, over: connection)
        hosts = services.hosts
        let found = Route.find(request.path)
        route = found?.route
        name = found?.name
    }

    /// The client's address, as the log and records write it.
    var address: String { source.client.description }

    /// Whether browsers must use TLS for later requests, too (RFC 6797). The policy holds for all ports of the host, so
    /// it would break other servers on `localhost`.
    var requiresSecureTransport: Bool {
        guard source.isSecure, let host = source.host?.host else { return false }
        return host != "localhost" && !host.hasSuffix(".localhost")
    }

    func requireRoute() throws(HTTPProblem) -> Route {
        guard let route else { throw .unknownPath }
        return route
    }

    /// The requested host, which must be served and requested over the scheme of the server's URL.
    func servedHost() throws(HTTPProblem) -> ServedHost {
        guard let name = source.host?.host, let host = hosts.hosts[name] else {
            throw HTTPProblem(
                421, error: "invalid_request", code: "request.host-unknown",
                description: "This host is not served here. Add it to custom_domains, or use a configured host.")
        }
        guard source.isSecure || hosts.configuration.url.scheme == .http else {
            throw HTTPProblem(
                421, error: "invalid_request", code: "request.insecure",
                description: "This host requires https. A proxy in front of it must send X-Forwarded-Proto: https.")
        }
        return host
    }

    /// The operation's method. A HEAD request is a GET request whose body the server leaves out.
    func method() throws(HTTPProblem) -> Operation.Method {
        let name = request.method == .head ? HTTPMethod.get.rawValue : request.method.rawValue
        let methods = try requireRoute().methods
        if let method = methods.first(where: { $0.rawValue == name }) { return method }
        var allowed = methods.map(\.rawValue)
        if allowed.contains(HTTPMethod.get.rawValue) { allowed.append(HTTPMethod.head.rawValue) }
        if isCrossOriginRoute { allowed.append(HTTPMethod.options.rawValue) }
        var problem = HTTPProblem(
            405, error: "invalid_request", code: "request.method-not-allowed",
            description: "This path accepts \(allowed.joined(separator: ", ")) only.")
        problem.headers["Allow"] = allowed.joined(separator: ", ")
        throw problem
    }

    // MARK: Other origins

    /// Whether pages of other origins may call the route.
    private var isCrossOriginRoute: Bool {
        route?.rules.isCrossOrigin ?? false
    }

    /// The response to a CORS preflight request; `nil` for any other request.
    var preflightResponse: HTTPResponse? {
        guard isCrossOriginRoute, request.method == .options, let route else { return nil }
        return CrossOriginPolicy(configuration: hosts.configuration).preflight(
            request, methods: route.methods.map(\.rawValue))
    }

    /// Adds the CORS fields, and notifies operators of an origin that may not read the response.
    func addCrossOriginFields(to response: inout HTTPResponse, client: String?, services: Services) {
        guard isCrossOriginRoute else { return }
        let policy = CrossOriginPolicy(configuration: hosts.configuration)
        let origin = CrossOriginPolicy.origin(of: request)
        response.headers.add(policy.headers(for: origin, client: client))
        if let notice = notice(of: origin, under: policy, client: client) { services.notify(notice) }
    }

    /// The notice about an origin whose browser may not read the response. Each origin is reported once, and the
    /// server's own pages are not.
    private func notice(of origin: String?, under policy: CrossOriginPolicy, client: String?) -> OperatorNotice? {
        guard let origin, let host = source.host?.host, hosts.hosts[host] != nil,
            origin != hosts.configuration.origin(of: host).description, !policy.isListed(origin, by: client),
            hosts.foreignOrigins.insert(origin, client: client)
        else { return nil }
        return .originNotAllowed(origin, host: host, client: client, reference: reference)
    }
}

/// The parameters of a query.
struct QueryParameters {
    /// The most parameters, which are compared with each other. The server's own pages take three.
    private static let limit = 100

    private var parameters: [(name: String, value: String)] = []

    /// Rejects a malformed query and duplicate parameters.
    init(_ query: String?) throws(HTTPProblem) {
        let pairs = URLEncodedPairs.read(query ?? "", plusIsBlank: false, limit: Self.limit)
        guard let pairs, pairs.count <= Self.limit, insert(pairs) else {
            throw .invalidRequest(
                code: "request.query-invalid",
                description: "The query is malformed, repeats a parameter, or has too many.")
        }
    }

    /// Returns whether all parameters are new.
    private mutating func insert(_ pairs: [URLEncodedPairs.Pair]) -> Bool {
        pairs.allSatisfy { pair in
            guard self[pair.name] == nil else { return false }
            parameters.append(pair)
            return true
        }
    }

    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }
}
