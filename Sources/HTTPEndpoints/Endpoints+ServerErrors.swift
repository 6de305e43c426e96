// SPDX-License-Identifier: Apache-2.0

import HTTPContract
package import HTTPServer

extension Endpoints {
    /// How large the body of a request may be, as its head tells. Where nothing is, or nothing that takes a body, none is
    /// received.
    package func bodyLimit(of head: RequestHead) -> Int {
        Route.find(head.path)?.route.bodyLimit(method: head.method.rawValue) ?? 0
    }

    /// What is answered to a request that never got here: it could not be read, was too large, or took too long. It is
    /// logged like any other.
    package func answer(_ error: ServerErrorContext, _ connection: ConnectionFacts) -> HTTPResponse {
        var problem = HTTPProblem(
            error.status, error.status.code >= 500 ? "server_error" : "invalid_request",
            code: "http.\(error.code.replacingUnderscores)",
            Self.descriptionsByCode[error.code] ?? Self.descriptions[error.status.code] ?? Self.otherwise)
        if error.status == 503 { problem.headers["Retry-After"] = "1" }
        let incoming = error.head.map {
            IncomingRequest(HTTPRequest(head: $0, isSecure: connection.isSecure), connection, services)
        }
        let reference = incoming?.reference ?? RequestReference.make()
        let response = ErrorResponses.response(
            to: problem, family: ResponseFamily(error.head?.path ?? ""), reference: reference)
        services.record(
            incoming?.record(nil, response, problem, after: .zero)
                ?? unread(reference, connection, response.status, problem))
        return response
    }

    /// The line of a request whose head could not be read.
    private func unread(
        _ reference: String, _ connection: ConnectionFacts, _ status: HTTPStatus, _ problem: HTTPProblem
    ) -> RequestRecord {
        var record = RequestRecord(
            reference: reference, method: "-", path: "-", host: "", address: connection.peer.description,
            status: status.code, duration: .zero, time: services.now())
        record.code = problem.code
        record.explanation = problem.description
        return record
    }

    private static let otherwise = "The request is not acceptable HTTP."
    private static let descriptions = [
        408: "The request took too long to arrive.", 413: "The body is larger than anything that is read here.",
        414: "The address is too long.", 421: "This host is not served here.",
        431: "The head of the request is too large.", 500: "Something went wrong.",
        501: "The body is encoded in a way that is not read here.",
        503: "The answer took too long. Try again in a moment.",
    ]
    private static let descriptionsByCode = [
        "buffers_full": "Too much is being received at once. Try again in a moment."
    ]
}

extension String {
    fileprivate var replacingUnderscores: String {
        String(map { $0 == "_" ? "-" : $0 })
    }
}
