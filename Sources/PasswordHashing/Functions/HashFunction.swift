// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// A function that makes a digest of a password, with its parameters and its salt.
enum HashFunction: Hashable, Sendable {
    case argon2(Argon2Function)
    case crypt(CryptFunction)
    case pbkdf2(PBKDF2Function)
    case scrypt(ScryptFunction)
    case firebase(FirebaseFunction)
    case plain(NamedDigest)
    case hmac(NamedDigest, key: [UInt8])

    /// The number of bytes of a digest. A shorter one would match too many passwords.
    static let digestBounds = 16...128

    /// The number of bytes of the digest. Those of `crypt` are symbols.
    var digestCount: Int {
        switch self {
        case .argon2(let function): function.tagByteCount
        case .crypt(let function): function.method.digestCount
        case .pbkdf2(let function): function.byteCount
        case .scrypt(let function): function.byteCount
        case .firebase(let function): function.signerKey.count
        case .plain(let digest), .hmac(let digest, _): digest.byteCount
        }
    }

    /// The bytes of memory that it takes to compute it.
    var memoryByteCount: Int {
        switch self {
        case .argon2(let function): function.memoryByteCount
        case .crypt(let function): function.memoryByteCount
        case .scrypt(let function): function.memoryByteCount
        case .firebase(let function): function.memoryByteCount
        case .pbkdf2, .plain, .hmac: 0
        }
    }

    /// Whether whoever gets the stored hash tries passwords by the million in a second, or nearly so.
    var isWeak: Bool {
        switch self {
        case .plain, .hmac: true
        case .crypt(let function): function.method == .md5
        case .pbkdf2(let function): function.iterations < PBKDF2Function.sufficientIterations
        case .argon2, .scrypt, .firebase: false
        }
    }

    /// Whether it takes a second and more, about.
    var isSlow: Bool {
        switch self {
        case .argon2(let function): function.memoryByteCount * function.cost.passes > 512 << 20
        case .pbkdf2(let function): function.iterations > 1_000_000
        case .crypt(let function): function.isSlow
        case .scrypt, .firebase, .plain, .hmac: false
        }
    }

    /// Throws if it would take too much time or memory.
    func requireBounds() throws(PasswordHashRejection) {
        switch self {
        case .argon2(let function): try function.requireBounds()
        case .crypt(let function): try function.requireBounds()
        case .pbkdf2(let function): try function.requireBounds()
        case .scrypt(let function): try function.requireBounds()
        case .firebase(let function): try function.requireBounds()
        case .plain: break
        case .hmac(_, let key):
            guard key.count <= PasswordPreparation.maximumSaltByteCount else { throw .outOfBounds("hash.key") }
        }
    }

    /// Computes the digest. Returns `nil` for a password that can't have one. The password's bytes may be wiped.
    func compute(_ password: inout [UInt8]) throws(HashingFailure) -> [UInt8]? {
        do throws(PasswordHashRejection) { try requireBounds() } catch { throw .outOfBounds }
        switch self {
        case .argon2(let function): return try function.compute(&password)
        case .crypt(let function): return try function.compute(password)
        case .scrypt(let function): return try function.compute(password)
        case .firebase(let function): return try function.compute(password)
        case .pbkdf2, .plain, .hmac: break
        }
        do throws(NamedDigest.Unavailable) {
            switch self {
            case .pbkdf2(let function):
                return try function.digest.deriveKey(
                    from: password, salt: function.salt, iterations: function.iterations, count: function.byteCount)
            case .plain(let digest): return try digest.hash(password)
            case .hmac(let digest, let key): return try digest.authenticationCode(for: password, key: key)
            case .argon2, .crypt, .scrypt, .firebase: return nil
            }
        } catch {
            throw .digestUnavailable(error.name)
        }
    }
}
