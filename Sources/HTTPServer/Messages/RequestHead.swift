// SPDX-License-Identifier: Apache-2.0

/// Everything of a request that comes before its body.
package struct RequestHead: Hashable, Sendable {
    package enum Version: Hashable, Sendable {
        case http10
        case http11
    }

    package var method: HTTPMethod
    /// The request target as it was sent.
    package var target: String
    /// The target's path, from its slash to the question mark; nothing in it is decoded.
    package var path: String
    /// The target after the question mark, if there is one; nothing in it is decoded.
    package var query: String?
    package var version: Version
    package var headers: HTTPFields
    /// Where the request wants to go; nil is possible in HTTP/1.0 only.
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

    /// Whether the client wants the connection closed after the answer. HTTP/1.0 is not kept alive.
    var wantsClose: Bool { version == .http10 || headers.lists("close", in: "Connection") }

    /// Whether the client waits for a sign before it sends the body, where there is one.
    var expectsContinue: Bool { version == .http11 && headers["Expect"] != nil }

    private static func pathAndQuery(of target: Substring) -> (path: String, query: String?) {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (String(target), nil) }
        return (String(target[..<mark]), String(target[target.utf8.index(after: mark)...]))
    }
}

/// How the end of a body is found.
enum BodyFraming: Hashable, Sendable {
    case none
    case length(Int)
    case chunked
}
