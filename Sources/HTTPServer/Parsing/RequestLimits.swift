// SPDX-License-Identifier: Apache-2.0

/// How large the parts of a request may be.
package struct RequestLimits: Hashable, Sendable {
    /// Bytes of the request line.
    package var requestLine = 8 << 10
    /// Bytes of the head, the request line and every line end included.
    package var head = 16 << 10
    package var fields = 100
    /// Bytes of the body, where no other limit is set for the request.
    package var body = 64 << 10
    /// Bytes of the trailers after a chunked body.
    package var trailers = 4 << 10

    package init() {}
}
