// SPDX-License-Identifier: Apache-2.0

/// A request with its complete body.
package struct HTTPRequest: Hashable, Sendable {
    package var head: RequestHead
    package var body: [UInt8]
    /// Whether this server received the request over TLS. A proxy in front may have terminated TLS.
    package var isSecure: Bool

    package init(head: RequestHead, body: [UInt8] = [], isSecure: Bool = false) {
        self.head = head
        self.body = body
        self.isSecure = isSecure
    }

    package var method: HTTPMethod { head.method }

    /// The request target as it was sent.
    package var target: String { head.target }

    /// The path of the target, without percent-decoding.
    package var path: String { head.path }

    /// The part of the target after the first question mark, if any, without percent-decoding.
    package var query: String? { head.query }

    package var headers: HTTPFields { head.headers }
}
