// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// Key bytes that are wiped when the last reference goes. They have their own memory because arrays may share theirs.
final class Secret: @unchecked Sendable {
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

extension Secret {
    private static let blockCount = 16

    /// Returns the key for a salt of 12 bytes: two blocks of CMAC over a counter, the letter X and the salt
    /// (NIST SP 800-108, NIST SP 800-38B).
    func derived(by salt: [UInt8]) -> Secret {
        let cipher = CipherContext.ecb
        // Everything on the way to the key is computed where the key will be, and is wiped with it.
        return Secret(count: 2 * Self.blockCount) { output in
            guard cipher.start(secret: self, nonce: nil, isSealing: true),
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

    /// Doubles a block as an element of the field of 2^128 elements. The encrypted zero becomes CMAC's key for whole
    /// blocks.
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
    func seal(
        _ plaintext: [UInt8], authenticating context: [UInt8], after prefix: [UInt8]
    ) -> [UInt8] {
        let count = prefix.count + Self.nonceCount + plaintext.count + Self.tagCount
        let cipher = CipherContext.gcm
        let sealed = [UInt8](capacity: count) { output in
            prefix.withPointer { output.update(from: $0, count: $1) }
            let nonce = output + prefix.count
            Randomness.fill(nonce, count: Self.nonceCount)
            let body = nonce + Self.nonceCount
            let tag = body + plaintext.count
            guard cipher.start(secret: self, nonce: nonce, isSealing: true), cipher.authenticate(context),
                plaintext.withPointer({ cipher.process($0, count: $1, into: body) }), cipher.finish(tag),
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

    func open(_ sealed: ArraySlice<UInt8>, authenticating context: [UInt8]) -> [UInt8]? {
        let count = sealed.count - Self.nonceCount - Self.tagCount
        guard count >= 0 else {
            return nil
        }
        let cipher = CipherContext.gcm
        // One byte more than the plaintext, so that the final call always gets a valid address.
        let plaintext = [UInt8](capacity: count + 1) { output in
            sealed.withUnsafeBufferPointer { sealed in
                guard let nonce = sealed.baseAddress else { return nil }
                let body = nonce + Self.nonceCount
                // OpenSSL only reads the tag.
                let tag = UnsafeMutablePointer(mutating: body + count)
                let isOpened =
                    cipher.start(secret: self, nonce: nonce, isSealing: false) && cipher.authenticate(context)
                    && cipher.process(body, count: count, into: output)
                    && cipher.control(EVP_CTRL_AEAD_SET_TAG, bytes: tag, count: Self.tagCount)
                    && cipher.finish(output + count)
                return isOpened ? count : nil
            }
        }
        if plaintext == nil {
            ERR_clear_error()
        }
        return plaintext
    }
}
