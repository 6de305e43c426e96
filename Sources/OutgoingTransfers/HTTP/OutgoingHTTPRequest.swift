// SPDX-License-Identifier: Apache-2.0

/// A request to another server. Redirects are not followed.
package struct OutgoingHTTPRequest: Hashable, Sendable {
    /// A body, which makes the request a POST request.
    package struct Body: Hashable, Sendable {
        package let bytes: [UInt8]
        package let contentType: String

        package init(_ bytes: [UInt8], contentType: String) {
            self.bytes = bytes
            self.contentType = contentType
        }
    }

    package let url: String
    package var body: Body?
    /// The limits of the connection's setup and of the whole transfer, in milliseconds.
    package var connectTimeout = 5_000
    package var timeout = 10_000
    /// The limit of the response's body, in bytes. The head has a limit of its own.
    package var responseLimit = 65_536

    package init(_ url: String) {
        self.url = url
    }
}

/// The response of another server.
package struct OutgoingHTTPResponse: Hashable, Sendable {
    package let status: Int
    package let body: [UInt8]

    package init(status: Int, body: [UInt8] = []) {
        self.status = status
        self.body = body
    }
}
