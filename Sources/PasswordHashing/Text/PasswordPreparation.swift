// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// What another system did with a password before it hashed it: its encoding as bytes, and the salt beside them.
struct PasswordPreparation: Hashable, Sendable {
    enum Encoding: String, Sendable {
        case utf8, utf16le, latin1
    }

    enum Position: String, Sendable {
        case prefix, suffix
    }

    struct Salt: Hashable, Sendable {
        var bytes: [UInt8]
        var position: Position
    }

    /// The greatest number of bytes of a salt or a key.
    static let maximumSaltByteCount = 1024

    var encoding = Encoding.utf8
    var salt: Salt?

    /// Whether the function gets the password as it is.
    var isIdentity: Bool { encoding == .utf8 && salt == nil }

    /// The bytes that the function gets. Returns `nil` if the encoding does not have one of the characters.
    func bytes(of password: String) -> [UInt8]? {
        guard var bytes = encoded(password) else { return nil }
        guard let salt else { return bytes }
        defer { bytes.wipe() }
        return salt.position == .prefix ? salt.bytes + bytes : bytes + salt.bytes
    }

    private func encoded(_ password: String) -> [UInt8]? {
        switch encoding {
        case .utf8: return [UInt8](password.utf8)
        case .utf16le: return password.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        case .latin1:
            var bytes: [UInt8] = []
            for scalar in password.unicodeScalars {
                guard let byte = UInt8(exactly: scalar.value) else { return nil }
                bytes.append(byte)
            }
            return bytes
        }
    }
}

extension PasswordPreparation {
    /// Reads the members `password` and `salt` of Auth0's `custom_password_hash`.
    init(reading object: JSONObject, allowsSalt: Bool) throws(PasswordHashRejection) {
        if let password = object["password"] {
            encoding = try Self.encoding(named: try password.member("encoding")?.text("password.encoding") ?? "utf8")
        }
        guard allowsSalt, let salt = object["salt"] else { return }
        let bytes = try salt.encodedBytes("salt", defaultEncoding: .utf8)
        guard bytes.count <= Self.maximumSaltByteCount else { throw .outOfBounds("salt") }
        let position = try salt.member("position")?.text("salt.position") ?? "prefix"
        guard let position = Position(rawValue: position) else { throw .malformed("salt.position") }
        self.salt = Salt(bytes: bytes, position: position)
    }

    /// Node.js, whose names these are, has several for the same.
    private static func encoding(named name: String) throws(PasswordHashRejection) -> Encoding {
        switch name {
        case "utf8", "utf-8": return .utf8
        case "utf16le", "ucs2": return .utf16le
        case "latin1", "binary", "ascii": return .latin1
        default: throw .malformed("password.encoding")
        }
    }

    /// Adds the members that ``init(reading:allowsSalt:)`` reads.
    func append(to object: inout JSONObject) {
        if let salt {
            object.append(
                [
                    "value": .string(Base64.encode(salt.bytes)), "encoding": "base64",
                    "position": .string(salt.position.rawValue),
                ],
                as: "salt")
        }
        if encoding != .utf8 { object.append(["encoding": .string(encoding.rawValue)], as: "password") }
    }
}
