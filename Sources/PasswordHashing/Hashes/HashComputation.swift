// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// How a digest is computed from a password: everything of an imported hash but the digest.
///
/// Its text is that of the function where that has a text of its own. Otherwise it is an object like Auth0's
/// `custom_password_hash`, so that a stored hash can be exported as it is.
struct HashComputation: Hashable, Sendable {
    var function: HashFunction
    var preparation = PasswordPreparation()

    /// Computes the digest of a text. Returns `nil`, after the same time, for one that can't have a digest.
    func digest(of password: String) throws(HashingFailure) -> [UInt8]? {
        guard var bytes = preparation.bytes(of: password) else {
            var nothing: [UInt8] = []
            _ = try function.compute(&nothing)
            return nil
        }
        defer { bytes.wipe() }
        return try function.compute(&bytes)
    }

    /// The text of the function itself, if it has one.
    func nativeText(digest: [UInt8]?) -> String? {
        switch function {
        case .argon2(let function): digest.map { function.text(digest: $0) }
        case .crypt(let function): function.text(digest: digest)
        case .pbkdf2(let function): function.text(digest: digest)
        case .scrypt, .firebase, .plain, .hmac: nil
        }
    }

    /// The text, with the digest or without.
    func text(digest: [UInt8]?, asObject isObject: Bool = false) -> String {
        if !isObject, preparation.isIdentity, let text = nativeText(digest: digest) { return text }
        return String(decoding: JSONValue.object(object(digest: digest)).serialized(), as: UTF8.self)
    }

    private func object(digest: [UInt8]?) -> JSONObject {
        var object = JSONObject()
        object.append(.string(algorithm), as: "algorithm")
        var hash = JSONObject()
        if let text = nativeText(digest: digest) {
            hash.append(.string(text), as: "value")
        } else if let digest {
            hash.append(.string(Base64.encode(digest)), as: "value")
            hash.append("base64", as: "encoding")
        }
        if case .hmac(let digest, let key) = function {
            hash.append(.string(digest.rawValue), as: "digest")
            hash.append(["value": .string(Base64.encode(key)), "encoding": "base64"], as: "key")
        }
        if !hash.isEmpty { object.append(.object(hash), as: "hash") }
        switch function {
        case .scrypt(let function): function.append(to: &object)
        case .firebase(let function): function.append(to: &object)
        case .argon2, .crypt, .pbkdf2, .plain, .hmac: break
        }
        preparation.append(to: &object)
        return object
    }

    /// Auth0's name, or one of our own where Auth0 has none.
    private var algorithm: String {
        switch function {
        case .argon2: "argon2"
        case .crypt(let function): function.method.isBcrypt ? "bcrypt" : "crypt"
        case .pbkdf2: "pbkdf2"
        case .scrypt: "scrypt"
        case .firebase: FirebaseFunction.algorithm
        case .plain(let digest): digest.rawValue
        case .hmac: "hmac"
        }
    }
}
