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
        let visit = Visit(request, connection, services)
        var exchange: Exchange?
        var limit: RateLimits.Verdict?
        var failure: Refusal?
        var response: HTTPResponse
        do throws(Refusal) {
            response = try await answer(visit, &exchange, &limit)
        } catch {
            failure = error
            if error.isStorageTrouble, visit.found?.route != .readiness { services.trouble.note(at: services.now()) }
            response = ErrorResponses.response(
                to: error, family: ResponseFamily(request.path), reference: visit.reference)
        }
        visit.addCrossOriginFields(to: &response, client: exchange?.client, services)
        if let limit = failure?.limit ?? exchange?.limit ?? limit {
            response.tell(limit, at: exchange?.time ?? services.now())
        }
        services.record(visit.record(exchange, response, failure, after: ContinuousClock.now - start))
        return response
    }

    private func answer(
        _ visit: Visit, _ exchange: inout Exchange?, _ limit: inout RateLimits.Verdict?
    ) async throws(Refusal) -> HTTPResponse {
        switch visit.found?.route {
        case .liveness?:
            _ = try visit.operation(of: .liveness)
            return HealthEndpoints(services: services).live()
        case .readiness?:
            _ = try visit.operation(of: .readiness)
            return try await HealthEndpoints(services: services).ready()
        default: break
        }
        let host = try visit.servedHost()
        let counted = try services.take(visit.found?.route, from: visit.facts.client)
        limit = counted
        guard let (route, name) = visit.found else {
            throw Refusal(404, "not_found", code: "request.path", "There is nothing at this path. See /openapi.json.")
        }
        if let response = visit.preflight(route) { return response }
        let method = try visit.operation(of: route)
        if let response = AssociationFiles.answer(
            route, host: host.host, directory: visit.hosts.directory, request: visit.request)
        {
            return response
        }
        guard let keys = try await keys(of: host, for: route) else {
            throw Refusal(503, "temporarily_unavailable", code: "server.starting", "The host's keys are not ready yet.")
        }
        var begun = Exchange(
            request: visit.request, reference: visit.reference, host: host, keys: keys,
            directory: visit.hosts.directory, route: route, peer: visit.facts.client, time: services.now(), name: name,
            limit: counted)
        defer { exchange = begun }
        return try await answer(method, route, &begun)
    }

    /// Those who want tokens or the document of keys wait for a first RSA key that is still being made; nobody else does.
    private func keys(of host: ServedHost, for route: Route) async throws(Refusal) -> HostKeys? {
        guard route == .token || route == .keys else { return services.keyRing.keys(of: host.host) }
        do {
            return try await services.keyRing.completeKeys(of: host.host)
        } catch {
            throw Refusal(unexpected: error)
        }
    }

    private func answer(
        _ method: Operation.Method, _ route: Route, _ exchange: inout Exchange
    ) async throws(Refusal) -> HTTPResponse {
        let account = AccountEndpoints(services: services)
        switch (route, method) {
        case (.home, _): return HomePage(exchange, version: services.version).response
        case (.passkeyRegister, _): return try await PasskeyEndpoints(services: services).register(&exchange)
        case (.passkeyChallenge, _): return try await PasskeyEndpoints(services: services).challenge(&exchange)
        case (.token, _): return try await TokenEndpoint(services: services).answer(&exchange)
        case (.revocation, _): return try await RevocationEndpoint(services: services).answer(&exchange)
        case (.userInfo, _): return try await UserInfoEndpoint(services: services).answer(&exchange)
        case (.discovery, _): return DocumentEndpoints(services: services).discovery(exchange)
        case (.keys, _): return DocumentEndpoints(services: services).keys(exchange)
        case (.description, _): return DocumentEndpoints(services: services).description()
        case (.authenticationMethods, .post): return try await EnrolmentEndpoints(services: services).begin(&exchange)
        case (.authenticationMethods, _): return try await account.list(&exchange)
        case (.authenticationMethod, .patch): return try await account.rename(&exchange)
        case (.authenticationMethod, .delete): return try await account.remove(&exchange)
        case (.authenticationMethod, _): return try await account.find(&exchange)
        case (.authenticationMethodVerification, _):
            return try await EnrolmentEndpoints(services: services).finish(&exchange)
        case (.factors, _): return try await account.factors(&exchange)
        case (.invitation, _): return InvitationPage.response
        case (.invitationContents, _): return try await InvitationEndpoints(services: services).show(&exchange)
        case (.invitationChallenge, _): return try await InvitationEndpoints(services: services).begin(&exchange)
        case (.invitationVerification, _): return try await InvitationEndpoints(services: services).finish(&exchange)
        case (.appleAssociation, _), (.appleAssociationAtRoot, _), (.androidAssociation, _), (.relatedOrigins, _),
            (.passkeyEndpoints, _), (.liveness, _), (.readiness, _):
            throw Refusal(404, "not_found", code: "request.path", "There is nothing at this path.")
        }
    }
}
