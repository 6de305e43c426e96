// SPDX-License-Identifier: Apache-2.0

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
    package static let plainText: @Sendable (ServerErrorContext, ConnectionFacts) -> HTTPResponse = { context, _ in
        .text(context.status, "\(context.code)\n")
    }
}
