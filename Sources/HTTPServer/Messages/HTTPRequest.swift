// SPDX-License-Identifier: Apache-2.0

/// A request, complete with its body.
package struct HTTPRequest: Hashable, Sendable {
    package var head: RequestHead
    package var body: [UInt8]
    /// Whether it came over TLS to this server; a proxy in front may know better.
    package var isSecure: Bool

    package init(head: RequestHead, body: [UInt8] = [], isSecure: Bool = false) {
        self.head = head
        self.body = body
        self.isSecure = isSecure
    }

    package var method: HTTPMethod { head.method }

    /// The request target as it was sent.
    package var target: String { head.target }

    /// The target up to the question mark; nothing in it is decoded.
    package var path: String { head.path }

    /// The target after the question mark, if there is one; nothing in it is decoded.
    package var query: String? { head.query }

    package var headers: HTTPFields { head.headers }
}
