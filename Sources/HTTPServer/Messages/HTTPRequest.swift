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

/// The rule that determines the length of a message body.
enum BodyFraming: Hashable, Sendable {
    case none
    case length(Int)
    case chunked
}

/// A request method. Any token is allowed, and case matters.
package struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let get = HTTPMethod(rawValue: "GET")
    package static let head = HTTPMethod(rawValue: "HEAD")
    package static let post = HTTPMethod(rawValue: "POST")
    package static let put = HTTPMethod(rawValue: "PUT")
    package static let patch = HTTPMethod(rawValue: "PATCH")
    package static let delete = HTTPMethod(rawValue: "DELETE")
    package static let options = HTTPMethod(rawValue: "OPTIONS")
    package static let trace = HTTPMethod(rawValue: "TRACE")
    package static let connect = HTTPMethod(rawValue: "CONNECT")
}
