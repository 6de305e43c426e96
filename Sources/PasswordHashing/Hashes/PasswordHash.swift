// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// A password hash that the server verifies: its own, one that was imported, or an imported one that is wrapped.
///
/// A hash of a weak family is *wrapped* in one of the server's own: Argon2id over its digest. Its user signs in as
/// before.
package struct PasswordHash: Hashable, Sendable {
    let computation: HashComputation
    let digest: [UInt8]
    /// What is computed before ``computation``, if the hash is wrapped.
    let inner: HashComputation?
    /// An imported hash may look like the server's own. Its password is compared as it is sent.
    let isImported: Bool

    init(computation: HashComputation, digest: [UInt8], inner: HashComputation? = nil, isImported: Bool) {
        self.computation = computation
        self.digest = digest
        self.inner = inner
        self.isImported = isImported || !Self.isOfOurShape(computation)
    }

    /// Reads what was stored: ``text`` and ``wrappedAs``.
    package init(stored text: String, wrappedAs: String? = nil) throws(PasswordHashRejection) {
        let hash = try HashReader.read(text)
        guard let digest = hash.digest else { throw .malformed("hash") }
        let isObject = text.utf8.first == UInt8(ascii: "{")
        var inner: HashComputation?
        if let wrappedAs {
            let description = try HashReader.read(wrappedAs)
            guard description.digest == nil, !isObject, Self.isOfOurShape(hash.computation) else {
                throw .malformed("wrapped hash")
            }
            inner = description.computation
        }
        self.init(computation: hash.computation, digest: digest, inner: inner, isImported: isObject)
    }

    /// Reads a hash that another system made, in its text form.
    package init(importing text: String) throws(PasswordHashRejection) {
        let hash = try HashReader.read(text)
        guard let digest = hash.digest else { throw .malformed("hash") }
        self.init(computation: hash.computation, digest: digest, isImported: true)
    }

    /// Reads Auth0's `custom_password_hash`.
    ///
    /// Besides Auth0's algorithms there are `firebase-scrypt`, with the members of Firebase's parameters, and `crypt`.
    package init(importing object: JSONObject) throws(PasswordHashRejection) {
        let hash = try HashReader.read(object)
        guard let digest = hash.digest else { throw .malformed("hash") }
        self.init(computation: hash.computation, digest: digest, isImported: true)
    }

    /// The text to store.
    package var text: String {
        computation.text(digest: digest, asObject: isImported && Self.isOfOurShape(computation))
    }

    /// The description of the wrapped computation, to store beside ``text``.
    package var wrappedAs: String? { inner?.text(digest: nil) }

    /// Whether the hash is to be wrapped: a digest or a keyed digest of whatever name, md5-crypt, and PBKDF2 with less
    /// than 100,000 iterations.
    package var isWeak: Bool { inner == nil && computation.function.isWeak }

    /// Whether the hash is not exactly the one that ``HashingPool/hash(_:cost:)`` makes at this cost.
    package func needsRehash(to cost: HashCost) -> Bool {
        guard !isImported, inner == nil, case .argon2(let function) = computation.function else { return true }
        return function.cost != cost
    }

    /// Whether the hash compares the whole password. bcrypt, as others use it, ignores what follows 72 bytes.
    package func comparesAll(of password: String) -> Bool {
        guard case .crypt(let function) = (inner ?? computation).function, function.method.isBcrypt else { return true }
        return password.utf8.count <= 72
    }

    /// Whether the server made the outermost hash.
    var isOwn: Bool { !isImported }

    private static func isOfOurShape(_ computation: HashComputation) -> Bool {
        guard case .argon2(let function) = computation.function, computation.preparation.isIdentity else {
            return false
        }
        return function
            == Argon2Function(cost: function.cost, salt: function.salt)
            && function.salt.count == Argon2Function.ownSaltByteCount
    }
}

extension PasswordHash {
    /// Makes a hash of the server's own.
    static func own(of bytes: inout [UInt8], inner: HashComputation? = nil, cost: HashCost) throws(HashingFailure)
        -> PasswordHash
    {
        let function = Argon2Function(cost: cost, salt: Randomness.bytes(Argon2Function.ownSaltByteCount))
        let tag = try function.compute(&bytes)
        return PasswordHash(
            computation: HashComputation(function: .argon2(function)), digest: tag, inner: inner, isImported: false)
    }

    /// Whether a password, as its user sent it, has this hash.
    func matches(_ password: String) throws(HashingFailure) -> Bool {
        // What is too long is compared, too: a quick response would show that the account has a password.
        let isTooLong = password.utf8.count > HashingPool.maximumPasswordByteCount
        let computed = try digest(of: isTooLong ? "" : password)
        guard let computed, !isTooLong else { return false }
        return constantTimeEqual(computed, to: digest)
    }

    /// The server's own hashes have the password in normalization form C, and those of other systems have what was sent.
    private func digest(of password: String) throws(HashingFailure) -> [UInt8]? {
        guard let inner else {
            return try computation.digest(of: isOwn ? password.inNormalizationFormC : password)
        }
        // Without an inner digest, the outer one is computed nevertheless, for the time that it takes.
        let innerDigest = try inner.digest(of: password)
        var bytes = innerDigest ?? []
        defer { bytes.wipe() }
        let outer = try computation.function.compute(&bytes)
        return innerDigest == nil ? nil : outer
    }

    /// Wraps an imported hash.
    func wrapped(cost: HashCost) throws(HashingFailure) -> PasswordHash {
        guard isImported, inner == nil else { return self }
        var bytes = digest
        defer { bytes.wipe() }
        return try PasswordHash.own(of: &bytes, inner: computation, cost: cost)
    }
}
