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
    package static func text(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: Array(text.utf8)
        )
    }
}
