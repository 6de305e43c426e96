// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
package import HTTPServer
import IdentityModel
import OpenIDProvider
import POSIX
import WireFormats

/// The server's interface over HTTP.
package struct Endpoints: Sendable {
    /// The rows of all doors.
    static let table = RowTable(ApplicationRows.all + BrowserRows.all)

    let services: Services

    package init(_ services: Services) {
        self.services = services
    }

    /// Responds to a request: finds its row and its host, takes its limit, has its row respond, turns what was thrown
    /// into a response, adds headers and writes the log.
    package func respond(to request: HTTPRequest, over connection: ConnectionDetails) async -> HTTPResponse {
        let start = uptimeNanoseconds()
        let handled = HandledRequest(IncomingRequest(request, over: connection, services: services))
        var response: HTTPResponse
        do {
            response = try await handle(handled)
        } catch {
            response = respond(to: error, of: handled)
        }
        addHeaders(to: &response, for: handled)
        let nanoseconds = uptimeNanoseconds() &- start
        services.record(handled.record(of: response, duration: Int64(clamping: nanoseconds / 1000)))
        return response
    }

    private func handle(_ handled: HandledRequest) async throws -> HTTPResponse {
        let incoming = handled.incoming
        if incoming.resource?.reach.includes(incoming) == true, let answer = try incoming.requireRow().answer {
            return try await answer(incoming)
        }
        let context = try RequestContext(incoming)
        handled.context = context
        try context.takeAddressLimit()
        if let preflight = incoming.preflightResponse { return preflight }
        let row = try incoming.requireRow()
        context.loadedKeys = try await keys(for: row, at: context.host)
        return try await row.respond(context)
    }

    /// Requests for tokens and for the JWKS wait for a first RSA key that is still being generated. Others do not.
    private func keys(for row: Row, at host: ServedHost) async throws -> HostKeys? {
        guard row.needsAllKeys else { return services.keyRing.keys(of: host.host) }
        return try await services.keyRing.completeKeys(of: host.host)
    }

    /// The response to what a check or a handler threw. No other place turns a failure into one.
    private func respond(to error: any Error, of handled: HandledRequest) -> HTTPResponse {
        let incoming = handled.incoming
        let meant = handled.context.map { incoming.translate(error, in: $0) } ?? error
        if let thrown = meant as? ThrownResponse { return thrown.response }
        let problem = HTTPProblem(of: meant, in: handled.context)
        handled.problem = problem
        if problem.isStorageFailure, incoming.row?.reach != .everyHost {
            services.storageHealth.recordFailure(at: services.now())
        }
        if let page = incoming.addressPage { return page }
        if let context = handled.context, incoming.isNavigation { return context.browser.errorPage(problem) }
        return ErrorResponses.response(to: problem, format: incoming.format, reference: incoming.reference)
    }

    private func addHeaders(to response: inout HTTPResponse, for handled: HandledRequest) {
        handled.incoming.addCrossOriginFields(to: &response, client: handled.context?.client?.id)
        if handled.incoming.requiresSecureTransport {
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
        }
        if let fields = handled.context?.responseFields { response.headers.add(fields) }
        if let limit = handled.limit {
            response.setRateLimitFields(limit, at: handled.context?.time ?? services.now())
        }
    }
}
