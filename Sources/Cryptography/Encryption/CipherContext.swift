// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// The memory of an operation of OpenSSL with one cipher and one key.
///
/// Each thread keeps one for each cipher, because making one takes longer than to seal a ceremony with it. A context
/// keeps its key until it is used again; the process has the key from which that one was derived for as long.
final class CipherContext {
    private static let contexts = (
        gcm: ThreadLocal { CipherContext(.aes256GCM) }, ecb: ThreadLocal { CipherContext(.aes256ECB) }
    )

    /// The calling thread's context for authenticated encryption.
    static var gcm: CipherContext { contexts.gcm.value }
    /// The calling thread's context for the block cipher alone.
    static var ecb: CipherContext { contexts.ecb.value }

    private let handle: OpaquePointer?
    private let cipher: FetchedCipher

    private init(_ cipher: FetchedCipher) {
        handle = EVP_CIPHER_CTX_new()
        self.cipher = cipher
    }

    deinit {
        EVP_CIPHER_CTX_free(handle)
    }

    func start(secret: Secret, nonce: UnsafePointer<UInt8>?, isSealing: Bool) -> Bool {
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

    func process(_ input: UnsafePointer<UInt8>, count: Int, into output: UnsafeMutablePointer<UInt8>) -> Bool {
        var written: Int32 = 0
        // OpenSSL takes an update without input for the end.
        guard count > 0 else {
            return true
        }
        return EVP_CipherUpdate(handle, output, &written, input, Int32(clamping: count)) == 1 && written == count
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
