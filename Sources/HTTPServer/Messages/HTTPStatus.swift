// SPDX-License-Identifier: Apache-2.0

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
