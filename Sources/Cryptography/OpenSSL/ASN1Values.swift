// SPDX-License-Identifier: Apache-2.0

import CLibcrypto
import WireFormats

extension [UInt8] {
    /// The contents of an ASN.1 string of OpenSSL; for an INTEGER, its magnitude.
    init(_ string: UnsafePointer<ASN1_STRING>?) {
        self.init(UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string))))
    }
}

extension Timestamp {
    /// Reads a UTCTime or GeneralizedTime.
    init(_ time: UnsafePointer<ASN1_TIME>?) throws(CertificateRejection) {
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard ASN1_TIME_diff(&days, &seconds, Epoch.shared.handle, time) == 1 else {
            throw .malformed
        }
        self.init(secondsSince1970: Int64(days) * 86_400 + Int64(seconds))
    }
}

extension DistinguishedName {
    init(_ name: OpaquePointer?) throws(CertificateRejection) {
        guard let der = [UInt8](encodedBy: { i2d_X509_NAME(name, $0) }) else {
            throw .malformedName
        }
        try self.init(der: der)
    }
}

/// The start of 1970, which times are counted from.
private final class Epoch: @unchecked Sendable {
    static let shared = Epoch()

    let handle: UnsafeMutablePointer<ASN1_TIME>?

    private init() {
        handle = ASN1_TIME_set(nil, 0)
    }

    deinit {
        ASN1_TIME_free(handle)
    }
}
