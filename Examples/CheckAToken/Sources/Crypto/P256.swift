// SPDX-License-Identifier: Apache-2.0

import COpenSSL
package import Foundation

/// The part of swift-crypto's interface that the example uses.
package enum P256 {
    package enum Signing {}
}

extension P256.Signing {
    package struct ECDSASignature: Sendable {
        /// Both numbers, of 32 bytes each.
        package let rawRepresentation: Data

        package init(rawRepresentation: Data) throws {
            guard rawRepresentation.count == 64 else { throw CryptoError.incorrectSize }
            self.rawRepresentation = rawRepresentation
        }
    }

    package struct PublicKey: Sendable {
        private let key: Key
        /// Both coordinates, of 32 bytes each.
        package let rawRepresentation: Data

        package init(rawRepresentation: Data) throws {
            guard rawRepresentation.count == 64 else { throw CryptoError.incorrectSize }
            guard let read = COpenSSL_key_read(Array(rawRepresentation)) else { throw CryptoError.notOnCurve }
            (key, self.rawRepresentation) = (Key(read), rawRepresentation)
        }

        package func isValidSignature(_ signature: ECDSASignature, for data: Data) -> Bool {
            COpenSSL_verify(key.pointer, Array(signature.rawRepresentation), Array(data), data.count) == 1
        }
    }

    package struct PrivateKey: Sendable {
        private let key: Key
        package let publicKey: PublicKey

        package init() {
            var point = [UInt8](repeating: 0, count: 64)
            guard let made = COpenSSL_key_make(), COpenSSL_key_write(made, &point) == 1,
                let publicKey = try? PublicKey(rawRepresentation: Data(point))
            else { fatalError("OpenSSL made no key") }
            (key, self.publicKey) = (Key(made), publicKey)
        }

        package func signature(for data: Data) throws -> ECDSASignature {
            var signature = [UInt8](repeating: 0, count: 64)
            guard COpenSSL_sign(key.pointer, Array(data), data.count, &signature) == 1 else {
                throw CryptoError.notSigned
            }
            return try ECDSASignature(rawRepresentation: Data(signature))
        }
    }
}

/// Owns a key of OpenSSL, which is never changed.
private final class Key: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }
}

package enum CryptoError: Error {
    case incorrectSize, notOnCurve, notSigned
}
