// SPDX-License-Identifier: Apache-2.0

/// A response. The server adds `Content-Length`, `Date` and, if it closes the connection, `Connection`.
package struct HTTPResponse: Hashable, Sendable {
    package var status: HTTPStatus
    package var headers: HTTPFields
    package var body: [UInt8]

    package init(status: HTTPStatus, headers: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns a plain text response.
    package static func text(_ status: HTTPStatus, body text: String) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: Array(text.utf8)
        )
    }
}

/// The status code of a response.
package struct HTTPStatus: Hashable, Sendable, ExpressibleByIntegerLiteral {
    package let code: Int

    package init(code: Int) {
        self.code = code
    }

    package init(integerLiteral value: Int) {
        code = value
    }

    /// Whether responses with this status have no body (RFC 9110, sections 15.3.5 and 15.4.5).
    var forbidsBody: Bool { code == 204 || code == 304 }

    /// The reason phrase from RFC 9110. Clients ignore it.
    var reasonPhrase: String { Self.phrases[code] ?? "" }

    private static let phrases: [Int: String] = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
        404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict",
        410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
        501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported",
    ]
}

/// The reason the server itself responds instead of the handler. The connection is closed afterwards.
package struct ServerErrorContext: Hashable, Sendable {
    package var status: HTTPStatus
    /// The stable error code.
    package var code: String
    /// The request head, if it could be parsed.
    package var head: RequestHead?

    package init(status: HTTPStatus, code: String, head: RequestHead? = nil) {
        self.status = status
        self.code = code
        self.head = head
    }

    init(_ rejection: RequestRejection, head: RequestHead?) {
        self.init(status: rejection.status, code: rejection.code, head: head)
    }

    /// The buffer budget is exhausted.
    static func buffersFull(_ head: RequestHead?) -> ServerErrorContext {
        ServerErrorContext(status: 503, code: "buffers_full", head: head)
    }

    /// Returns a plain text response with the error code.
    package static let plainText: @Sendable (ServerErrorContext, ConnectionDetails) -> HTTPResponse = { context, _ in
        .text(context.status, body: "\(context.code)\n")
    }
}
