// SPDX-License-Identifier: Apache-2.0

/// Why the server itself answers instead of the handler, and closes the connection afterwards.
package struct ServerErrorContext: Hashable, Sendable {
    package var status: HTTPStatus
    /// The stable name of the reason.
    package var code: String
    /// The request, if its head could be read.
    package var head: RequestHead?

    package init(status: HTTPStatus, code: String, head: RequestHead? = nil) {
        self.status = status
        self.code = code
        self.head = head
    }

    init(_ rejection: RequestRejection, head: RequestHead?) {
        self.init(status: rejection.status, code: rejection.code, head: head)
    }

    /// All connections together keep too much already.
    static func buffersFull(_ head: RequestHead?) -> ServerErrorContext {
        ServerErrorContext(status: 503, code: "buffers_full", head: head)
    }

    /// A line of text with the code.
    package static let plainText: @Sendable (ServerErrorContext, ConnectionFacts) -> HTTPResponse = { answer, _ in
        .text(answer.status, "\(answer.code)\n")
    }
}
