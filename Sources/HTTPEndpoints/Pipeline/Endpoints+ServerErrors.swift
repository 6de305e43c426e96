// SPDX-License-Identifier: Apache-2.0

import HTTPContract
package import HTTPServer
import IdentityModel

extension Endpoints {
    /// The largest body that is received for a request. It is 0 where no operation takes a body.
    package func bodyLimit(of head: RequestHead) -> Int {
        Self.table.find(head.path)?.resource.bodyLimit(method: head.method) ?? 0
    }

    /// Responds to a request that could not be read, was too large or took too long. It is logged like any other.
    package func respond(to error: ServerErrorContext, over connection: ConnectionDetails) -> HTTPResponse {
        let problem = HTTPProblem(error)
        let incoming = error.head.map {
            IncomingRequest(
                HTTPRequest(head: $0, isSecure: connection.isSecure), over: connection, services: services)
        }
        let reference = incoming?.reference ?? RequestReference.random()
        let response =
            incoming.flatMap { page(of: problem, to: $0) }
            ?? ErrorResponses.response(
                to: problem, format: incoming?.format ?? .authentication, reference: reference)
        if let incoming {
            let handled = HandledRequest(incoming)
            handled.problem = problem
            services.record(handled.record(of: response, duration: 0))
        } else {
            services.record(unreadRequest(reference, from: connection, problem: problem))
        }
        return response
    }

    /// The page of a problem, or `nil` if the request is not a browser's or its host is not served.
    private func page(of problem: HTTPProblem, to incoming: IncomingRequest) -> HTTPResponse? {
        guard incoming.isNavigation, let context = try? RequestContext(incoming) else { return nil }
        return context.browser.errorPage(problem)
    }

    /// The log record of a request whose head could not be read.
    private func unreadRequest(
        _ reference: String, from connection: ConnectionDetails, problem: HTTPProblem
    ) -> RequestRecord {
        var record = RequestRecord(
            reference: reference, method: "-", path: "-", host: "", address: connection.peer.description,
            status: problem.status.code, duration: 0, time: services.now())
        record.code = problem.code
        record.explanation = problem.description
        return record
    }
}

extension HTTPProblem {
    /// The problem of a message that did not reach a handler.
    init(_ error: ServerErrorContext) {
        self.init(error.fault)
        if error.status == 503 { headers["Retry-After"] = "1" }
    }
}

extension ServerErrorContext {
    /// The row of a message that did not reach a handler.
    var fault: Fault {
        Fault(
            .init(status.code, status.code >= 500 ? "server_error" : "invalid_request"),
            "http.\(code.replacingUnderscores)",
            Self.sentencesByCode[code] ?? Self.sentences[status.code] ?? "The request is not valid HTTP.",
            remedy:
                Self.remedies[code] ?? "The request is not valid HTTP. Check the client and the proxies in between.")
    }

    private static let sentences = [
        408: "The request took too long to arrive.", 413: "The body is larger than this path allows.",
        414: "The request target is too long.", 421: "This host is not served here.",
        431: "The head of the request is too large.", 500: "Something went wrong.",
        501: "The body's transfer encoding is not supported.",
        503: "The response took too long. Try again in a moment.",
    ]
    private static let sentencesByCode = [
        "buffers_full": "The server is receiving too much data at once. Try again in a moment."
    ]
    private static let remedies = [
        "host_not_served": "Add the host to custom_domains, or use a configured host.",
        "buffers_full":
            "Try again in a moment. If it persists, look for an address that sends many large requests.",
        "handler_deadline_passed": "Try again in a moment. If it persists, look at the disk and at the load.",
        "response_malformed": "This is a fault of the server. Report it.",
    ]
}

extension String {
    fileprivate var replacingUnderscores: String {
        String(map { $0 == "_" ? "-" : $0 })
    }
}
