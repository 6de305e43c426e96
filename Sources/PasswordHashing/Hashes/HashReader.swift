// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// Reads hashes of other systems. All input is untrusted, and what it costs to verify a hash is bounded before anything
/// is computed.
enum HashReader {
    typealias Hash = (computation: HashComputation, digest: [UInt8]?)

    /// The greatest number of bytes of a text or an object.
    static let maximumByteCount = 8192

    /// Reads a text of any form, with or without its digest.
    static func read(_ text: String) throws(PasswordHashRejection) -> Hash {
        guard text.utf8.count <= maximumByteCount else { throw .outOfBounds("hash") }
        guard text.utf8.first == UInt8(ascii: "{") else { return try requireBounds(readNative(text)) }
        guard text.utf8.dropFirst().first == UInt8(ascii: "\"") else { return try requireBounds(readLDAP(text)) }
        guard let object = (try? JSONReader.read([UInt8](text.utf8)))?.objectValue else { throw .malformed("hash") }
        return try read(object)
    }

    /// Reads Auth0's `custom_password_hash`, and the objects that ``HashComputation`` writes.
    static func read(_ object: JSONObject) throws(PasswordHashRejection) -> Hash {
        guard let algorithm = object["algorithm"]?.stringValue else { throw .malformed("algorithm") }
        let allowsSalt = algorithm == "bcrypt" || NamedDigest(rawValue: algorithm) != nil
        guard allowsSalt || object["salt"] == nil || ["scrypt", FirebaseFunction.algorithm].contains(algorithm) else {
            throw .malformed("salt")
        }
        var (computation, digest) = try readFunction(named: algorithm, of: object)
        let preparation = try PasswordPreparation(reading: object, allowsSalt: allowsSalt)
        computation.preparation.encoding = preparation.encoding
        // The salt of LDAP is in its text.
        if let salt = preparation.salt { computation.preparation.salt = salt }
        return try requireBounds((computation, digest))
    }

    private static func readFunction(
        named algorithm: String, of object: JSONObject
    ) throws(PasswordHashRejection) -> Hash {
        switch algorithm {
        case "argon2", "bcrypt", "pbkdf2", "ldap", "crypt":
            guard let text = try object["hash"]?.member("value")?.stringValue else { throw .malformed("hash") }
            guard text.utf8.count <= maximumByteCount else { throw .outOfBounds("hash") }
            let hash = try algorithm == "ldap" ? readLDAP(text) : readNative(text)
            guard isConsistent(hash.computation.function, with: algorithm) else { throw .malformed("hash") }
            return hash
        case "scrypt":
            return (HashComputation(function: .scrypt(try ScryptFunction(reading: object))), try digest(of: object))
        case FirebaseFunction.algorithm:
            return (HashComputation(function: .firebase(try FirebaseFunction(reading: object))), try digest(of: object))
        case "hmac":
            guard let name = try object["hash"]?.member("digest")?.stringValue,
                let key = try object["hash"]?.member("key")
            else { throw .malformed("hash") }
            guard let function = NamedDigest(rawValue: name) else { throw .unknownAlgorithm }
            let bytes = try key.encodedBytes("hash.key", defaultEncoding: .utf8)
            return (HashComputation(function: .hmac(function, key: bytes)), try digest(of: object))
        default:
            guard let function = NamedDigest(rawValue: algorithm) else { throw .unknownAlgorithm }
            return (HashComputation(function: .plain(function)), try digest(of: object))
        }
    }

    private static func isConsistent(_ function: HashFunction, with algorithm: String) -> Bool {
        switch function {
        case .argon2: algorithm == "argon2"
        case .pbkdf2: algorithm == "pbkdf2"
        case .crypt(let function): algorithm == (function.method.isBcrypt ? "bcrypt" : "crypt")
        default: algorithm == "ldap"
        }
    }

    private static func readNative(_ text: String) throws(PasswordHashRejection) -> Hash {
        if let hash = try Argon2Function.read(text) {
            return (HashComputation(function: .argon2(hash.function)), hash.digest)
        }
        if let hash = try PBKDF2Function.read(text) {
            return (HashComputation(function: .pbkdf2(hash.function)), hash.digest)
        }
        if let hash = try CryptFunction.read(text) {
            return (HashComputation(function: .crypt(hash.function)), hash.digest)
        }
        throw .unknownAlgorithm
    }

    /// Reads `{SSHA256}…`: base64 of the digest, and of the salt if there is one (RFC 2307 and its successors).
    private static func readLDAP(_ text: String) throws(PasswordHashRejection) -> Hash {
        guard text.utf8.first == UInt8(ascii: "{"), let end = text.utf8.firstIndex(of: UInt8(ascii: "}")) else {
            throw .malformed("hash")
        }
        let name = text.utf8[..<end].dropFirst().map { $0.isUpperCase ? $0 | 0x20 : $0 }
        let isSalted = name.starts(with: "ssha".utf8) || name == [UInt8]("smd5".utf8)
        var digestName = String(decoding: isSalted ? name.dropFirst() : name[...], as: UTF8.self)
        if digestName == "sha" { digestName = "sha1" }
        guard ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"].contains(digestName),
            let digest = NamedDigest(rawValue: digestName)
        else { throw .unknownAlgorithm }
        guard let bytes = BytesEncoding.base64(text.utf8[end...].dropFirst()), bytes.count >= digest.byteCount,
            isSalted == (bytes.count > digest.byteCount)
        else { throw .malformed("hash") }
        var computation = HashComputation(function: .plain(digest))
        if isSalted {
            let salt = [UInt8](bytes.dropFirst(digest.byteCount))
            guard salt.count <= PasswordPreparation.maximumSaltByteCount else { throw .outOfBounds("salt") }
            computation.preparation.salt = PasswordPreparation.Salt(bytes: salt, position: .suffix)
        }
        return (computation, [UInt8](bytes.prefix(digest.byteCount)))
    }

    /// The digest of an object that has one. An absent one is that of a wrapped hash.
    private static func digest(of object: JSONObject) throws(PasswordHashRejection) -> [UInt8]? {
        guard let hash = object["hash"], try hash.member("value") != nil else { return nil }
        return try hash.encodedBytes("hash")
    }

    private static func requireBounds(_ hash: Hash) throws(PasswordHashRejection) -> Hash {
        try hash.computation.function.requireBounds()
        guard hash.digest.map({ $0.count == hash.computation.function.digestCount }) ?? true else {
            throw .malformed("hash")
        }
        return hash
    }
}
