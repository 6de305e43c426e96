// SPDX-License-Identifier: Apache-2.0

/// The first line of a request.
struct RequestLine: Sendable {
    var method: HTTPMethod
    var target: String
    var version: RequestHead.Version
    /// The authority of an absolute-form target.
    var authority: Authority?
    /// The start of the path in the target.
    var pathStart: String.Index

    init(_ line: ArraySlice<UInt8>) throws(RequestRejection) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .requestLineMalformed }
        guard !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenCharacter) else { throw .methodMalformed }
        method = HTTPMethod(rawValue: String(decoding: parts[0], as: UTF8.self))
        version = try Self.version(parts[2])
        // The server opens no tunnels, and CONNECT has its own target form.
        guard method != .connect else { throw .methodNotSupported }
        guard parts[1].allSatisfy({ $0.isVisible && $0 != UInt8(ascii: "#") }) else {
            throw .targetMalformed
        }
        target = String(decoding: parts[1], as: UTF8.self)
        pathStart = target.startIndex
        if target.utf8.first != UInt8(ascii: "/") {
            try readOtherForms()
        }
    }

    /// Parses the asterisk form, which only OPTIONS may use, and the absolute form, which every server must accept
    /// (RFC 9112, section 3.2.2).
    private mutating func readOtherForms() throws(RequestRejection) {
        if target == "*" {
            guard method == .options else { throw .targetMalformed }
            return
        }
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: { target.prefix($0.count).equalsIgnoringCase($0) }) else {
            throw .targetMalformed
        }
        let rest = target.dropFirst(scheme.count)
        guard let slash = rest.firstIndex(of: "/"), let authority = Authority(String(rest[..<slash])) else {
            throw .targetMalformed
        }
        self.authority = authority
        pathStart = slash
    }

    private static func version(_ bytes: ArraySlice<UInt8>) throws(RequestRejection) -> RequestHead.Version {
        if bytes.elementsEqual("HTTP/1.1".utf8) { return .http11 }
        if bytes.elementsEqual("HTTP/1.0".utf8) { return .http10 }
        let digits = bytes.dropFirst(5)
        guard bytes.starts(with: "HTTP/".utf8), digits.count == 3, digits.first?.isDigit == true,
            digits.last?.isDigit == true, digits.dropFirst().first == UInt8(ascii: ".")
        else {
            throw .versionMalformed
        }
        throw .versionNotSupported
    }
}
