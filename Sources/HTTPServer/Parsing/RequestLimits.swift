// SPDX-License-Identifier: Apache-2.0

/// The maximum sizes of the parts of a request.
package struct RequestLimits: Hashable, Sendable {
    /// The maximum length of the request line, in bytes.
    package var requestLine = 8 << 10
    /// The maximum size of the head in bytes, including the request line and all line ends.
    package var head = 16 << 10
    package var fields = 100
    /// The maximum size of the body in bytes, unless the request has its own limit.
    package var body = 64 << 10
    /// The maximum size of a chunked body's trailers, in bytes.
    package var trailers = 4 << 10

    package init() {}
}
