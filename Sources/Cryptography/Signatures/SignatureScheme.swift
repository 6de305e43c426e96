// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// The algorithm that makes a signature from a key and a message.
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

    /// The digest that OpenSSL is given. Schemes that hash internally have none.
    var digest: DigestAlgorithm? {
        switch self {
        case .ecdsa(let digest), .rsaPKCS1(let digest), .rsaPSS(let digest): digest
        case .eddsa, .mlDSA: nil
        }
    }

    /// Sets the padding for RSA. The other schemes need nothing.
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

/// The two numbers of an ECDSA signature, big endian, without leading zero bytes.
struct ECDSASignature {
    let r: [UInt8]
    let s: [UInt8]

    /// Reads two numbers of exactly this length, the form of JOSE (RFC 7518, section 3.4).
    init?(raw: [UInt8], coordinateByteCount: Int) {
        guard raw.count == 2 * coordinateByteCount else {
            return nil
        }
        r = [UInt8](raw.prefix(coordinateByteCount).drop { $0 == 0 })
        s = [UInt8](raw.suffix(coordinateByteCount).drop { $0 == 0 })
    }

    /// Rewrites DER that OpenSSL wrote as JOSE's form: two numbers of this length.
    static func raw(der: [UInt8], coordinateByteCount count: Int) -> [UInt8]? {
        guard let decoded = der.decoded(by: { d2i_ECDSA_SIG(nil, $0, $1) }) else {
            return nil
        }
        defer { ECDSA_SIG_free(decoded.value) }
        return [UInt8](capacity: 2 * count) { output in
            guard BN_bn2binpad(ECDSA_SIG_get0_r(decoded.value), output, Int32(count)) == count,
                BN_bn2binpad(ECDSA_SIG_get0_s(decoded.value), output + count, Int32(count)) == count
            else {
                return nil
            }
            return 2 * count
        }
    }

    var der: [UInt8] {
        let body = [r, s].flatMap { number in
            let content = (number.first ?? 0x80) & 0x80 == 0 ? number : [0] + number
            return [0x02, UInt8(content.count)] + content
        }
        let longForm: [UInt8] = body.count < 0x80 ? [] : [0x81]
        return [0x30] + longForm + [UInt8(body.count)] + body
    }
}
