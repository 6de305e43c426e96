// SPDX-License-Identifier: Apache-2.0

/// The request line and header fields of a request.
package struct RequestHead: Hashable, Sendable {
    package enum Version: Hashable, Sendable {
        case http10
        case http11
    }

    package var method: HTTPMethod
    /// The request target as it was sent.
    package var target: String
    /// The path of the target, without percent-decoding.
    package var path: String
    /// The part of the target after the first question mark, if any, without percent-decoding.
    package var query: String?
    package var version: Version
    package var headers: HTTPFields
    /// The requested authority. It is `nil` only for HTTP/1.0 requests.
    package var authority: Authority?
    var framing = BodyFraming.none

    package init(
        method: HTTPMethod,
        target: String,
        headers: HTTPFields = HTTPFields(),
        version: Version = .http11
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
        (path, query) = Self.pathAndQuery(of: target[...])
        authority = headers["Host"].flatMap { Authority($0) }
    }

    init(_ line: RequestLine, headers: HTTPFields, authority: Authority?, framing: BodyFraming) {
        method = line.method
        target = line.target
        version = line.version
        self.headers = headers
        self.authority = authority
        self.framing = framing
        (path, query) = Self.pathAndQuery(of: line.target[line.pathStart...])
    }

    /// Whether the connection closes after the response. HTTP/1.0 keep-alive is not supported.
    var wantsClose: Bool { version == .http10 || headers.lists("close", in: "Connection") }

    /// Whether the client waits for `100 Continue` before sending the body.
    var expectsContinue: Bool { version == .http11 && headers["Expect"] != nil }

    private static func pathAndQuery(of target: Substring) -> (path: String, query: String?) {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (String(target), nil) }
        return (String(target[..<mark]), String(target[target.utf8.index(after: mark)...]))
    }
}

/// How the length of a message body is determined.
enum BodyFraming: Hashable, Sendable {
    case none
    case length(Int)
    case chunked
}
