// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// How a signature is made from a key and a message.
package enum SignatureScheme: Hashable, Sendable {
    case ecdsa(DigestAlgorithm)
    case rsaPKCS1(DigestAlgorithm)
    /// MGF1 with the same digest, and a salt as long as the digest.
    case rsaPSS(DigestAlgorithm)
    case eddsa
    case mlDSA

    func fits(_ kind: KeyKind) -> Bool {
        switch (self, kind) {
        case (.ecdsa, .elliptic), (.rsaPKCS1, .rsa), (.rsaPSS, .rsa), (.eddsa, .edwards), (.mlDSA, .mlDSA): true
        case (.ecdsa, _), (.rsaPKCS1, _), (.rsaPSS, _), (.eddsa, _), (.mlDSA, _): false
        }
    }

    /// The digest to pass to OpenSSL. Schemes that hash internally have none.
    var digest: DigestAlgorithm? {
        switch self {
        case .ecdsa(let digest), .rsaPKCS1(let digest), .rsaPSS(let digest): digest
        case .eddsa, .mlDSA: nil
        }
    }

    /// Sets RSA's padding; nothing to do for the others.
    func configure(_ context: OpaquePointer?) -> Bool {
        switch self {
        case .rsaPKCS1:
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
        case .rsaPSS(let digest):
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
                && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1
                && EVP_PKEY_CTX_set_rsa_mgf1_md(context, digest.handle) == 1
        case .ecdsa, .eddsa, .mlDSA:
            true
        }
    }
}
