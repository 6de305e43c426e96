// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import RateLimiting
import WireFormats

/// A request with its row, and what trusted proxies say about it.
final class IncomingRequest: Sendable {
    let request: HTTPRequest
    let source: RequestSource
    /// The other end of the connection: the client, or a proxy.
    let peer: PeerAddress
    let services: Services
    /// Those at the time of the request. A new configuration replaces them.
    let hosts: ServedHosts
    let reference = RequestReference.random()
    /// `nil` for an unknown path.
    let resource: Resource?
    /// `nil` for an unknown path, and for a method that it doesn't have.
    let row: Row?
    /// The name in the path.
    let name: String?

    init(_ request: HTTPRequest, over connection: ConnectionDetails, services: Services) {
        self.request = request
        peer = connection.peer
        source = services.forwarding.source(of: request, over: connection)
        self.services = services
        hosts = services.hosts
        let found = Endpoints.table.find(request.path)
        resource = found?.resource
        row = found?.resource.row(for: request.method)
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

    /// The format of errors.
    var format: ErrorFormat { row?.family.dialect.format ?? ErrorFormat(path: request.path) }

    /// The limit of addresses that the request counts against.
    var limitKind: RateLimits.Kind { row?.limit ?? resource?.rows.first?.limit ?? .anything }

    /// The requested host, which must be served and requested over the scheme of the server's URL.
    func servedHost() throws(RequestFailure) -> ServedHost {
        guard let name = source.host?.host, let host = hosts.hosts[name] else {
            throw .hostUnknown
        }
        guard source.isSecure || hosts.configuration.url.scheme == .http else {
            throw .insecure
        }
        return host
    }

    func requireRow() throws(RequestFailure) -> Row {
        if let row { return row }
        guard let resource else { throw .pathUnknown }
        var allowed = resource.methods
        if allowed.contains(HTTPMethod.get.rawValue) { allowed.append(HTTPMethod.head.rawValue) }
        if isCrossOrigin { allowed.append(HTTPMethod.options.rawValue) }
        throw .methodNotAllowed(allowed: allowed)
    }

    // MARK: Other origins

    /// Whether pages of other origins may call what is at the path.
    private var isCrossOrigin: Bool { resource?.isCrossOrigin ?? false }

    /// The response to a CORS preflight request; `nil` for any other request.
    var preflightResponse: HTTPResponse? {
        guard isCrossOrigin, request.method == .options, let resource else { return nil }
        return CrossOriginPolicy(configuration: hosts.configuration).preflight(
            request, methods: resource.methods)
    }

    /// Adds the CORS fields, and notifies operators of an origin that may not read the response.
    func addCrossOriginFields(to response: inout HTTPResponse, client: String?) {
        guard isCrossOrigin else { return }
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
    init(_ query: String?) throws(RequestFailure) {
        let pairs = URLEncodedPairs.read(query ?? "", plusIsBlank: false, limit: Self.limit)
        guard let pairs, pairs.count <= Self.limit, insert(pairs) else {
            throw .queryInvalid("The query is malformed, repeats a parameter, or has too many.")
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
