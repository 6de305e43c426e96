// SPDX-License-Identifier: Apache-2.0

import HTTPContract
package import HTTPServer
import IdentityModel
import OpenIDProvider
import WireFormats

/// Answers every request: HTTP in, use case, HTTP out.
package struct Endpoints: Sendable {
    let services: Services

    package init(_ services: Services) {
        self.services = services
    }

    package func answer(_ request: HTTPRequest, _ connection: ConnectionFacts) async -> HTTPResponse {
        let start = ContinuousClock.now
        let incoming = IncomingRequest(request, connection, services)
        var context: RequestContext?
        var limit: RateLimits.Verdict?
        var failure: HTTPProblem?
        var response: HTTPResponse
        do throws(HTTPProblem) {
            response = try await answer(incoming, &context, &limit)
        } catch {
            failure = error
            if error.isStorageFailure, incoming.found?.route != .readiness {
                services.storageHealth.recordFailure(at: services.now())
            }
            response = ErrorResponses.response(
                to: error, family: ResponseFamily(request.path), reference: incoming.reference)
        }
        incoming.addCrossOriginFields(to: &response, client: context?.client, services)
        if let limit = failure?.limit ?? context?.limit ?? limit {
            response.tell(limit, at: context?.time ?? services.now())
        }
        services.record(incoming.record(context, response, failure, after: ContinuousClock.now - start))
        return response
    }

    private func answer(
        _ incoming: IncomingRequest, _ context: inout RequestContext?, _ limit: inout RateLimits.Verdict?
    ) async throws(HTTPProblem) -> HTTPResponse {
        switch incoming.found?.route {
        case .liveness?:
            _ = try incoming.operation(of: .liveness)
            return HealthEndpoints(services: services).live()
        case .readiness?:
            _ = try incoming.operation(of: .readiness)
            return try await HealthEndpoints(services: services).ready()
        default: break
        }
        let host = try incoming.servedHost()
        let counted = try services.take(incoming.found?.route, from: incoming.facts.client)
        limit = counted
        guard let (route, name) = incoming.found else {
            throw HTTPProblem(
                404, "not_found", code: "request.path", "There is nothing at this path. See /openapi.json.")
        }
        if let response = incoming.preflight(route) { return response }
        let method = try incoming.operation(of: route)
        if let response = AssociationFiles.answer(
            route, host: host.host, configuration: incoming.hosts.configuration, request: incoming.request)
        {
            return response
        }
        guard let keys = try await keys(of: host, for: route) else {
            throw HTTPProblem(
                503, "temporarily_unavailable", code: "server.starting", "The host's keys are not ready yet.")
        }
        var started = RequestContext(
            request: incoming.request, reference: incoming.reference, host: host, keys: keys,
            configuration: incoming.hosts.configuration, route: route, peer: incoming.facts.client,
            time: services.now(), name: name,
            limit: counted)
        defer { context = started }
        return try await answer(method, route, &started)
    }

    /// Those who want tokens or the document of keys wait for a first RSA key that is still being made; nobody else does.
    private func keys(of host: ServedHost, for route: Route) async throws(HTTPProblem) -> HostKeys? {
        guard route == .token || route == .keys else { return services.keyRing.keys(of: host.host) }
        do {
            return try await services.keyRing.completeKeys(of: host.host)
        } catch {
            throw HTTPProblem(unexpected: error)
        }
    }

    private func answer(
        _ method: Operation.Method, _ route: Route, _ context: inout RequestContext
    ) async throws(HTTPProblem) -> HTTPResponse {
        let account = AccountEndpoints(services: services)
        switch (route, method) {
        case (.home, _): return HomePage(context, version: services.version).response
        case (.passkeyRegister, _): return try await PasskeyEndpoints(services: services).register(&context)
        case (.passkeyChallenge, _): return try await PasskeyEndpoints(services: services).challenge(&context)
        case (.token, _): return try await TokenEndpoint(services: services).answer(&context)
        case (.revocation, _): return try await RevocationEndpoint(services: services).answer(&context)
        case (.userInfo, _): return try await UserInfoEndpoint(services: services).answer(&context)
        case (.discovery, _): return DocumentEndpoints(services: services).discovery(context)
        case (.keys, _): return DocumentEndpoints(services: services).keys(context)
        case (.description, _): return DocumentEndpoints(services: services).description()
        case (.authenticationMethods, .post): return try await EnrollmentEndpoints(services: services).begin(&context)
        case (.authenticationMethods, _): return try await account.list(&context)
        case (.authenticationMethod, .patch): return try await account.rename(&context)
        case (.authenticationMethod, .delete): return try await account.remove(&context)
        case (.authenticationMethod, _): return try await account.find(&context)
        case (.authenticationMethodVerification, _):
            return try await EnrollmentEndpoints(services: services).finish(&context)
        case (.factors, _): return try await account.factors(&context)
        case (.invitation, _): return InvitationPage.response
        case (.invitationContents, _): return try await InvitationEndpoints(services: services).show(&context)
        case (.invitationChallenge, _): return try await InvitationEndpoints(services: services).begin(&context)
        case (.invitationVerification, _): return try await InvitationEndpoints(services: services).finish(&context)
        case (.appleAssociation, _), (.appleAssociationAtRoot, _), (.androidAssociation, _), (.relatedOrigins, _),
            (.passkeyEndpoints, _), (.liveness, _), (.readiness, _):
            throw HTTPProblem(404, "not_found", code: "request.path", "There is nothing at this path.")
        }
    }
}
