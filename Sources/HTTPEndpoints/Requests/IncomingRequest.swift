// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import WebAuthnVerification
import WireFormats

/// A request before anything is known of it but its way here.
struct IncomingRequest: Sendable {
    let request: HTTPRequest
    let facts: ForwardedFacts
    let hosts: ServedHosts
    let reference = RequestReference.make()
    let found: (route: Route, name: String?)?

    init(_ request: HTTPRequest, _ connection: ConnectionFacts, _ services: Services) {
        self.request = request
        facts = services.forwarding.facts(of: request, connection)
        hosts = services.hosts
        found = Route.find(request.path)
    }

    /// The host that is asked, if it is one of ours and asked as its URL says.
    func servedHost() throws(HTTPProblem) -> ServedHost {
        guard let name = facts.host?.host, let host = hosts.hosts[name] else {
            throw HTTPProblem(
                421, "invalid_request", code: "request.host",
                "This host is not served here. Add it to custom_domains, or ask one that is.")
        }
        guard facts.isSecure || hosts.configuration.url.scheme == .http else {
            throw HTTPProblem(
                421, "invalid_request", code: "request.not-secure",
                "This server is reached over https. A proxy in front has to say so in X-Forwarded-Proto.")
        }
        return host
    }

    /// What is asked for, where that is possible; a HEAD is a GET whose body the server leaves out.
    func operation(of route: Route) throws(HTTPProblem) -> Operation.Method {
        let name = request.method == .head ? HTTPMethod.get.rawValue : request.method.rawValue
        let methods = route.methods
        if let method = methods.first(where: { $0.rawValue == name }) { return method }
        var allowed = methods.map(\.rawValue)
        if allowed.contains(HTTPMethod.get.rawValue) { allowed.append(HTTPMethod.head.rawValue) }
        if isCrossOriginRoute { allowed.append(HTTPMethod.options.rawValue) }
        var problem = HTTPProblem(
            405, "invalid_request", code: "request.method",
            "This path takes \(allowed.joined(separator: ", ")) only.")
        problem.headers["Allow"] = allowed.joined(separator: ", ")
        throw problem
    }

    /// The routes that pages of other sites call.
    var isCrossOriginRoute: Bool {
        switch found?.route {
        case .passkeyRegister, .passkeyChallenge, .token, .revocation, .userInfo, .authenticationMethods,
            .authenticationMethod, .authenticationMethodVerification, .factors:
            true
        default: false
        }
    }

    /// The answer to a browser that asks before it sends a request.
    func preflight(_ route: Route) -> HTTPResponse? {
        guard isCrossOriginRoute, request.method == .options else { return nil }
        return CrossOriginPolicy(configuration: hosts.configuration).preflight(
            request, methods: route.methods.map(\.rawValue))
    }

    /// Says which pages may read the response, and tells operators of a page that may not.
    func addCrossOriginFields(to response: inout HTTPResponse, client: Client?, _ services: Services) {
        guard isCrossOriginRoute else { return }
        let policy = CrossOriginPolicy(configuration: hosts.configuration)
        let origin = CrossOriginPolicy.origin(of: request)
        response.headers.add(policy.headers(for: origin, client: client))
        if let notice = notice(of: origin, policy, client: client) { services.notify(notice) }
    }

    /// What to tell of a page whose browser may not read the response; each origin is told once. The server's own pages
    /// need no permission.
    private func notice(of origin: String?, _ policy: CrossOriginPolicy, client: Client?) -> OperatorNotice? {
        guard let origin, let host = facts.host?.host, hosts.hosts[host] != nil,
            origin != hosts.configuration.origin(of: host).description, !policy.isListed(origin, by: client),
            hosts.foreignOrigins.isNew(origin, client: client?.id)
        else { return nil }
        return .originNotAllowed(origin, host: host, client: client?.id, reference: reference)
    }

    func record(
        _ context: RequestContext?, _ response: HTTPResponse, _ failure: HTTPProblem?, after duration: Duration
    ) -> RequestRecord {
        var record = RequestRecord(
            reference: reference, method: request.method.rawValue,
            path: found?.route.rawValue ?? TerminalText.safe(request.path, limit: 100),
            host: facts.host?.host ?? "", address: facts.client.description, status: response.status.code,
            duration: duration, time: context?.time ?? .now())
        record.client = context?.client?.id
        record.user = context?.user?.rawValue
        record.code = failure?.code
        record.explanation = failure.map { $0.report?.explanation ?? $0.description }
        record.report = failure?.report
        record.cause = failure?.cause
        return record
    }
}
