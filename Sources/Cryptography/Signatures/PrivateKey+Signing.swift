// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

extension PrivateKey {
    /// Signs a message. ECDSA signatures are DER. The scheme must fit the key.
    package func sign(_ message: [UInt8], scheme: SignatureScheme) -> [UInt8] {
        precondition(scheme.fits(kind), "the scheme does not fit the key")
        let context =
            template.flatMap { $0.scheme == scheme ? $0.copy() : nil } ?? SigningContext(key: handle, scheme: scheme)
        guard let signature = context?.sign(message, capacity: Int(EVP_PKEY_get_size(handle))) else {
            fatalError("OpenSSL could not sign")
        }
        return signature
    }

    /// Signs with ECDSA and returns the form of JOSE: r and s, each of the coordinates' length.
    package func signRaw(_ message: [UInt8], digest: DigestAlgorithm) -> [UInt8] {
        guard case .elliptic(let curve) = kind,
            let signature = ECDSASignature.raw(
                der: sign(message, scheme: .ecdsa(digest)), coordinateByteCount: curve.coordinateByteCount)
        else {
            preconditionFailure("only elliptic keys sign with ECDSA")
        }
        return signature
    }
}

/// The part of a signature that doesn't depend on the message. Only copies of a shared context may sign.
final class SigningContext: @unchecked Sendable {
    let scheme: SignatureScheme
    private let handle: OpaquePointer

    init?(key: OpaquePointer, scheme: SignatureScheme) {
        guard let handle = EVP_MD_CTX_new() else {
            return nil
        }
        var keyContext: OpaquePointer?
        guard EVP_DigestSignInit(handle, &keyContext, scheme.digest?.handle, nil, key) == 1,
            scheme.configure(keyContext)
        else {
            EVP_MD_CTX_free(handle)
            ERR_clear_error()
            return nil
        }
        self.scheme = scheme
        self.handle = handle
    }

    private init(adopting handle: OpaquePointer, scheme: SignatureScheme) {
        self.handle = handle
        self.scheme = scheme
    }

    deinit {
        EVP_MD_CTX_free(handle)
    }

    func copy() -> SigningContext? {
        guard let copy = EVP_MD_CTX_new() else {
            return nil
        }
        guard EVP_MD_CTX_copy_ex(copy, handle) == 1 else {
            EVP_MD_CTX_free(copy)
            ERR_clear_error()
            return nil
        }
        return SigningContext(adopting: copy, scheme: scheme)
    }

    func sign(_ message: [UInt8], capacity: Int) -> [UInt8]? {
        [UInt8](capacity: capacity) { output in
            var length = capacity
            return message.withPointer { EVP_DigestSign(handle, output, &length, $0, $1) == 1 ? length : nil }
        }
    }
}
