// SPDX-License-Identifier: Apache-2.0

/// What a handler answers. The server adds `Content-Length`, `Date` and, where it closes, `Connection`.
package struct HTTPResponse: Hashable, Sendable {
    package var status: HTTPStatus
    package var headers: HTTPFields
    package var body: [UInt8]

    package init(status: HTTPStatus, headers: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A line of plain text.
    package static func text(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: Array(text.utf8)
        )
    }
}
