// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// A curve for ECDSA.
package enum EllipticCurve: Hashable, Sendable, CaseIterable {
    case p256
    case p384
    case p521
    case secp256k1

    package var coordinateByteCount: Int {
        switch self {
        case .p256, .secp256k1: 32
        case .p384: 48
        case .p521: 66
        }
    }

    /// The curve's name in OpenSSL.
    var name: String {
        switch self {
        case .p256: "prime256v1"
        case .p384: "secp384r1"
        case .p521: "secp521r1"
        case .secp256k1: "secp256k1"
        }
    }

    /// A key with this curve's parameters only, or `nil` if OpenSSL was built without the curve.
    var template: OpaquePointer? {
        switch self {
        case .p256: CurveTemplate.p256.handle
        case .p384: CurveTemplate.p384.handle
        case .p521: CurveTemplate.p521.handle
        case .secp256k1: CurveTemplate.secp256k1.handle
        }
    }

    init?(of key: OpaquePointer) {
        var buffer = [CChar](repeating: 0, count: 64)
        var count = 0
        guard EVP_PKEY_get_group_name(key, &buffer, buffer.count, &count) == 1 else {
            ERR_clear_error()
            return nil
        }
        let name = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let curve = EllipticCurve.allCases.first(where: { $0.name == name }) else {
            return nil
        }
        self = curve
    }
}

/// Curve parameters that are made once. Copying them into a new key takes 4 µs; OpenSSL's decoders take 100.
private final class CurveTemplate: @unchecked Sendable {
    static let p256 = CurveTemplate(.p256)
    static let p384 = CurveTemplate(.p384)
    static let p521 = CurveTemplate(.p521)
    static let secp256k1 = CurveTemplate(.secp256k1)

    let handle: OpaquePointer?

    private init(_ curve: EllipticCurve) {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        if EVP_PKEY_paramgen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, curve.name) == 1,
            EVP_PKEY_paramgen(context, &key) == 1
        {
            handle = key
        } else {
            ERR_clear_error()
            handle = nil
        }
    }

    deinit {
        EVP_PKEY_free(handle)
    }
}
