// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// A key for authenticated encryption with AES-256-GCM.
///
/// Nonces are random, so one key may seal about 2^32 messages (NIST SP 800-38D, section 8.3).
package struct AEADKey: Sendable {
    private static let keyCount = 32
    private static let saltCount = 12

    private let secret: Secret

    /// Returns `nil` unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.keyCount else {
            return nil
        }
        secret = Secret(bytes)
    }

    package static func generate() -> AEADKey {
        guard let key = AEADKey(bytes: Randomness.keyBytes(keyCount)) else {
            fatalError("a generated key has the right length")
        }
        return key
    }

    /// Seals with a key derived from this one and a random salt, so that there is no limit to the number of messages. Returns
    /// salt, nonce, ciphertext and tag, concatenated.
    ///
    /// This is XAES-256-GCM (C2SP), whose nonce is the salt and the nonce. It seals 2^80 messages with one key. The key may
    /// seal directly, too: a secret mask keeps what is encrypted to derive keys apart from the counters of GCM.
    package func sealApart(_ plaintext: [UInt8], authenticating context: [UInt8]) -> [UInt8] {
        let salt = Randomness.bytes(Self.saltCount)
        return secret.derived(by: salt).seal(plaintext, authenticating: context, after: salt)
    }

    /// Opens what ``sealApart(_:authenticating:)`` sealed.
    package func openApart(_ sealed: [UInt8], authenticating context: [UInt8]) -> [UInt8]? {
        guard sealed.count > Self.saltCount else {
            return nil
        }
        return secret.derived(by: [UInt8](sealed.prefix(Self.saltCount)))
            .open(sealed[Self.saltCount...], authenticating: context)
    }

    /// Returns nonce, ciphertext and tag, concatenated.
    package func seal(_ plaintext: [UInt8], authenticating context: [UInt8] = []) -> [UInt8] {
        secret.seal(plaintext, authenticating: context, after: [])
    }

    /// Returns `nil` unless the bytes were sealed with this key and this context.
    package func open(_ sealed: [UInt8], authenticating context: [UInt8] = []) -> [UInt8]? {
        secret.open(sealed[...], authenticating: context)
    }
}

extension Secret {
    private static let blockCount = 16

    /// Returns the key for a salt of 12 bytes: two blocks of CMAC over a counter, the letter X and the salt (NIST SP 800-108,
    /// NIST SP 800-38B).
    fileprivate func derived(by salt: [UInt8]) -> Secret {
        let cipher = CipherContext()
        // Everything on the way to the key is computed where the key will be, and is wiped with it.
        return Secret(count: 2 * Self.blockCount) { output in
            guard cipher.start(.aes256ECB, secret: self, nonce: nil, isSealing: true),
                cipher.process(output, count: Self.blockCount)
            else {
                fatalError("OpenSSL could not derive a key")
            }
            Self.double(output)
            output.advanced(by: Self.blockCount).update(from: output, count: Self.blockCount)
            for counter in 1...2 {
                let block = output + (counter - 1) * Self.blockCount
                block[1] ^= UInt8(counter)
                block[2] ^= UInt8(ascii: "X")
                for (index, byte) in salt.enumerated() {
                    block[4 + index] ^= byte
                }
            }
            guard cipher.process(output, count: 2 * Self.blockCount) else {
                fatalError("OpenSSL could not derive a key")
            }
        }
    }

    /// Doubles a block as an element of the field of 2^128 elements. The encrypted zero becomes CMAC's key for whole blocks.
    private static func double(_ block: UnsafeMutablePointer<UInt8>) {
        let carry = block[0] >> 7
        for index in 0..<blockCount {
            let next = index + 1 < blockCount ? block[index + 1] >> 7 : carry * 0x87
            block[index] = block[index] << 1 ^ next
        }
    }

    private static let nonceCount = 12
    private static let tagCount = 16

    /// Writes the prefix, nonce, ciphertext and tag into one array.
    fileprivate func seal(
        _ plaintext: [UInt8], authenticating context: [UInt8], after prefix: [UInt8]
    ) -> [UInt8] {
        let count = prefix.count + Self.nonceCount + plaintext.count + Self.tagCount
        let cipher = CipherContext()
        let sealed = [UInt8](capacity: count) { output in
            prefix.withPointer { output.update(from: $0, count: $1) }
            let nonce = output + prefix.count
            Randomness.fill(nonce, count: Self.nonceCount)
            let body = nonce + Self.nonceCount
            let tag = body + plaintext.count
            guard cipher.start(.aes256GCM, secret: self, nonce: nonce, isSealing: true), cipher.authenticate(context),
                cipher.process(plaintext[...], into: body), cipher.finish(tag),
                cipher.control(EVP_CTRL_AEAD_GET_TAG, bytes: tag, count: Self.tagCount)
            else {
                return nil
            }
            return count
        }
        guard let sealed else {
            fatalError("OpenSSL could not encrypt")
        }
        return sealed
    }

    fileprivate func open(_ sealed: ArraySlice<UInt8>, authenticating context: [UInt8]) -> [UInt8]? {
        let count = sealed.count - Self.nonceCount - Self.tagCount
        guard count >= 0 else {
            return nil
        }
        let nonce = [UInt8](sealed.prefix(Self.nonceCount))
        var tag = [UInt8](sealed.suffix(Self.tagCount))
        let cipher = CipherContext()
        // One byte more than the plaintext, so that the final call always gets a valid address.
        let plaintext = [UInt8](capacity: count + 1) { output in
            guard
                nonce.withPointer({ address, _ in
                    cipher.start(.aes256GCM, secret: self, nonce: address, isSealing: false)
                }),
                cipher.authenticate(context),
                cipher.process(sealed.dropFirst(Self.nonceCount).dropLast(Self.tagCount), into: output),
                cipher.control(EVP_CTRL_AEAD_SET_TAG, bytes: &tag, count: Self.tagCount),
                cipher.finish(output + count)
            else {
                return nil
            }
            return count
        }
        if plaintext == nil {
            ERR_clear_error()
        }
        return plaintext
    }
}

/// Key bytes that are wiped when the last reference goes. They have their own memory because arrays may share theirs.
private final class Secret: @unchecked Sendable {
    private let storage: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: [UInt8]) {
        storage = .allocate(capacity: bytes.count)
        _ = storage.initialize(from: bytes)
    }

    init(count: Int, writtenBy write: (UnsafeMutablePointer<UInt8>) -> Void) {
        storage = .allocate(capacity: count)
        storage.initialize(repeating: 0)
        if let address = storage.baseAddress { write(address) }
    }

    deinit {
        OPENSSL_cleanse(storage.baseAddress, storage.count)
        storage.deallocate()
    }

    var address: UnsafePointer<UInt8>? {
        UnsafePointer(storage.baseAddress)
    }
}

private final class CipherContext {
    private let handle: OpaquePointer?

    init() {
        handle = EVP_CIPHER_CTX_new()
    }

    deinit {
        EVP_CIPHER_CTX_free(handle)
    }

    func start(_ cipher: FetchedCipher, secret: Secret, nonce: UnsafePointer<UInt8>?, isSealing: Bool) -> Bool {
        EVP_CipherInit_ex2(handle, cipher.handle, secret.address, nonce, isSealing ? 1 : 0, nil) == 1
    }

    func authenticate(_ context: [UInt8]) -> Bool {
        var count: Int32 = 0
        guard !context.isEmpty else {
            return true
        }
        return context.withPointer { EVP_CipherUpdate(handle, nil, &count, $0, Int32(clamping: $1)) == 1 }
    }

    /// Processes bytes in place.
    func process(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) -> Bool {
        var written: Int32 = 0
        return EVP_CipherUpdate(handle, bytes, &written, bytes, Int32(clamping: count)) == 1 && written == count
    }

    func process(_ input: ArraySlice<UInt8>, into output: UnsafeMutablePointer<UInt8>) -> Bool {
        var count: Int32 = 0
        guard !input.isEmpty else {
            return true
        }
        return input.withUnsafeBufferPointer { buffer in
            EVP_CipherUpdate(handle, output, &count, buffer.baseAddress, Int32(clamping: buffer.count)) == 1
                && count == buffer.count
        }
    }

    func finish(_ output: UnsafeMutablePointer<UInt8>) -> Bool {
        var count: Int32 = 0
        return EVP_CipherFinal_ex(handle, output, &count) == 1
    }

    func control(_ command: Int32, bytes: UnsafeMutablePointer<UInt8>, count: Int) -> Bool {
        EVP_CIPHER_CTX_ctrl(handle, command, Int32(count), bytes) == 1
    }
}

/// A cipher's implementation, fetched once.
private final class FetchedCipher: @unchecked Sendable {
    static let aes256GCM = FetchedCipher("AES-256-GCM")
    /// The block cipher alone, from which keys are derived.
    static let aes256ECB = FetchedCipher("AES-256-ECB")

    let handle: OpaquePointer

    private init(_ name: String) {
        guard let handle = EVP_CIPHER_fetch(nil, name, nil) else {
            fatalError("OpenSSL has no \(name)")
        }
        self.handle = handle
    }

    deinit {
        EVP_CIPHER_free(handle)
    }
}

extension HKDF {
    /// Derives 32 bytes for the purpose that `info` names, from a secret that is itself as random as a key.
    package static func deriveKey(secret: [UInt8], info: [UInt8]) -> [UInt8] {
        guard let bytes = derive(secret: secret, salt: [], info: info, count: 32, .sha256) else {
            fatalError("HKDF gives 32 bytes")
        }
        return bytes
    }
}

extension AEADKey {
    /// The key for the purpose that `info` names, derived from a secret that is itself as random as a key.
    package static func derived(secret: [UInt8], info: [UInt8]) -> AEADKey {
        guard let key = AEADKey(bytes: HKDF.deriveKey(secret: secret, info: info)) else {
            fatalError("a derived key has the right length")
        }
        return key
    }
}
