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
        guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), first < last else {
            throw .requestLineMalformed
        }
        let bytes = line[(first + 1)..<last]
        let isTargetValid = Self.isTarget(bytes)
        guard isTargetValid || !bytes.contains(0x20) else { throw .requestLineMalformed }
        let name = line[..<first]
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else { throw .methodMalformed }
        method = HTTPMethod(rawValue: String(decoding: name, as: UTF8.self))
        version = try Self.version(line[(last + 1)...])
        // The server opens no tunnels, and CONNECT has its own target form.
        guard method != .connect else { throw .methodNotSupported }
        guard isTargetValid else { throw .targetMalformed }
        target = String(decoding: bytes, as: UTF8.self)
        pathStart = target.startIndex
        if target.utf8.first != UInt8(ascii: "/") {
            try readOtherForms()
        }
    }

    /// Whether the bytes may be a target. Looks at all of them, which takes less time than to stop early: targets are
    /// long.
    private static func isTarget(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var others: UInt8 = 0
            for index in bytes.indices {
                others |= bytes[index].isVisible && bytes[index] != UInt8(ascii: "#") ? 0 : 1
            }
            return others == 0
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
        guard let scheme = schemes.first(where: { String(target.prefix($0.count)).equalsIgnoringCase($0) }) else {
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
