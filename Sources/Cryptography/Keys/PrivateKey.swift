// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// A key that makes signatures. It may be used from any number of threads at once.
package final class PrivateKey: @unchecked Sendable {
    let handle: OpaquePointer
    /// A context for the usual scheme of this kind of key. Copying it is 2 µs faster than preparing a new one.
    let template: SigningContext?
    package let publicKey: PublicKey

    package var kind: KeyKind {
        publicKey.kind
    }

    /// Takes ownership of the caller's reference to the OpenSSL key.
    private init(adopting handle: OpaquePointer, kind: KeyKind) {
        self.handle = handle
        template = SigningContext(key: handle, scheme: kind.usualScheme)
        EVP_PKEY_up_ref(handle)
        publicKey = PublicKey(adopting: handle, kind: kind)
    }

    deinit {
        EVP_PKEY_free(handle)
    }

    package static func generate(_ kind: KeyKind) -> PrivateKey {
        let context = EVP_PKEY_CTX_new_from_name(nil, kind.algorithmName, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, kind.configureGeneration(context),
            EVP_PKEY_generate(context, &key) == 1, let key
        else {
            fatalError("OpenSSL could not generate a key: \(kind)")
        }
        return PrivateKey(adopting: key, kind: kind)
    }

    /// Reads unencrypted PKCS #8 (RFC 5958). Returns `nil` if it is malformed or the kind of key is not supported.
    package convenience init?(privateKeyInfo der: [UInt8]) {
        guard let decoded = der.decoded(by: { d2i_PKCS8_PRIV_KEY_INFO(nil, $0, $1) }) else {
            return nil
        }
        defer { PKCS8_PRIV_KEY_INFO_free(decoded.value) }
        guard decoded.bytesLeft == 0, let key = EVP_PKCS82PKEY(decoded.value) else {
            ERR_clear_error()
            return nil
        }
        guard let kind = KeyKind(of: key), Self.isConsistent(key, kind: kind) else {
            EVP_PKEY_free(key)
            return nil
        }
        self.init(adopting: key, kind: kind)
    }

    /// The key as unencrypted PKCS #8, DER.
    package var privateKeyInfo: [UInt8] {
        let info = EVP_PKEY2PKCS8(handle)
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        guard let der = [UInt8](encodedBy: { i2d_PKCS8_PRIV_KEY_INFO(info, $0) }) else {
            fatalError("OpenSSL could not encode a private key")
        }
        return der
    }

    /// Whether the public half of a decoded key belongs to its private half.
    private static func isConsistent(_ key: OpaquePointer, kind: KeyKind) -> Bool {
        switch kind {
        case .edwards, .mlDSA:
            return true
        case .rsa:
            // OpenSSL's check of the pair also tests both factors for primality, which takes 28 ms.
            return verifiesOwnSignature(key, kind: kind)
        case .elliptic:
            let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
            defer {
                EVP_PKEY_CTX_free(context)
                ERR_clear_error()
            }
            return EVP_PKEY_pairwise_check(context) == 1
        }
    }

    private static func verifiesOwnSignature(_ key: OpaquePointer, kind: KeyKind) -> Bool {
        let message = Array("a pair".utf8)
        guard
            let signature = SigningContext(key: key, scheme: kind.usualScheme)?
                .sign(message, capacity: Int(EVP_PKEY_get_size(key)))
        else {
            ERR_clear_error()
            return false
        }
        EVP_PKEY_up_ref(key)
        return PublicKey(adopting: key, kind: kind)
            .isValid(signature: signature, for: message, scheme: kind.usualScheme)
    }
}

extension KeyKind {
    fileprivate var algorithmName: String {
        switch self {
        case .elliptic: "EC"
        case .rsa: "RSA"
        case .edwards(let curve): curve.name
        case .mlDSA(let set): set.name
        }
    }

    fileprivate var usualScheme: SignatureScheme {
        switch self {
        case .elliptic(.p256), .elliptic(.secp256k1): .ecdsa(.sha256)
        case .elliptic(.p384): .ecdsa(.sha384)
        case .elliptic(.p521): .ecdsa(.sha512)
        case .rsa: .rsaPKCS1(.sha256)
        case .edwards: .eddsa
        case .mlDSA: .mlDSA
        }
    }

    fileprivate func configureGeneration(_ context: OpaquePointer?) -> Bool {
        switch self {
        case .elliptic(let curve): EVP_PKEY_CTX_set_group_name(context, curve.name) == 1
        case .rsa(let bits): EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(clamping: bits)) == 1
        case .edwards, .mlDSA: true
        }
    }
}
