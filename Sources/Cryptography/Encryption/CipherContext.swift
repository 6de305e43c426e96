// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// An operation of OpenSSL with one cipher and one key.
final class CipherContext {
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
final class FetchedCipher: @unchecked Sendable {
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
