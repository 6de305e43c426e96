// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// PBKDF2 (RFC 8018) with any digest, in the PHC string format: `$pbkdf2-sha256$i=100000,l=32$salt$digest`.
struct PBKDF2Function: Hashable, Sendable {
    static let maximumIterations = 10_000_000
    /// With fewer iterations a hash is wrapped.
    static let sufficientIterations = 100_000

    var digest: NamedDigest
    var iterations: Int
    var byteCount: Int
    var salt: [UInt8]

    func requireBounds() throws(PasswordHashRejection) {
        guard salt.count <= PasswordPreparation.maximumSaltByteCount else { throw .outOfBounds("salt") }
        guard HashFunction.digestBounds.contains(byteCount) else { throw .outOfBounds("l") }
        // Each block of output takes all iterations.
        let blocks = (byteCount + digest.byteCount - 1) / digest.byteCount
        guard iterations >= 1, iterations <= Self.maximumIterations / blocks else { throw .outOfBounds("i") }
    }

    /// Reads a text, with or without its digest. The defaults are Auth0's. Returns `nil` if it is not of PBKDF2.
    static func read(_ text: String) throws(PasswordHashRejection) -> (function: PBKDF2Function, digest: [UInt8]?)? {
        var reader = FieldReader(text)
        guard reader.skip("$pbkdf2-") else { return nil }
        guard let name = NamedDigest(rawValue: String(decoding: reader.field(), as: UTF8.self)), reader.skip("$") else {
            throw .unknownAlgorithm
        }
        var field = reader.field()
        var (iterations, byteCount) = (100_000, 64)
        if field.contains(UInt8(ascii: "=")) {
            guard let parameters = HashParameters(field, names: ["i", "l"]), reader.skip("$") else {
                throw .malformed("parameters")
            }
            iterations = parameters["i"] ?? iterations
            byteCount = parameters["l"] ?? byteCount
            field = reader.field()
        }
        guard let salt = BytesEncoding.base64(field) else { throw .malformed("salt") }
        let function = PBKDF2Function(digest: name, iterations: iterations, byteCount: byteCount, salt: salt)
        guard reader.skip("$") else {
            guard reader.isAtEnd else { throw .malformed("salt") }
            return (function, nil)
        }
        guard let digest = BytesEncoding.base64(reader.remainder()), digest.count == byteCount else {
            throw .malformed("hash")
        }
        return (function, digest)
    }

    func text(digest: [UInt8]?) -> String {
        let hash = digest.map { "$\(BytesEncoding.unpaddedBase64($0))" } ?? ""
        return
            "$pbkdf2-\(self.digest.rawValue)$i=\(iterations),l=\(byteCount)$\(BytesEncoding.unpaddedBase64(salt))\(hash)"
    }
}
