// SPDX-License-Identifier: Apache-2.0

/// The work that a verification has done and its limit, in multiples of one ES256 signature check.
///
/// Work is counted before it is done, by the kind and size of a key or certificate, so the bound holds on any machine.
package struct VerificationWork: Hashable, Sendable {
    package struct LimitReached: Error {}

    package let limit: Int
    package private(set) var spent = 0

    package init(limit: Int = .max) {
        self.limit = limit
    }

    /// Counts work that is about to be done. Throws if that would exceed the limit.
    package mutating func spend(_ units: Int) throws(LimitReached) {
        guard units <= limit - spent else { throw LimitReached() }
        spent += units
    }

    /// Counts work that is done regardless of the limit.
    package mutating func add(_ units: Int) {
        spent += units
    }
}

// Measured with OpenSSL 3.0 on x86-64 and rounded up (docs/benchmarks.md).

extension PublicKey {
    /// The work of checking one signature with this key.
    package var verificationWork: Int {
        switch kind {
        case .elliptic(.p256): 1
        case .elliptic(.secp256k1): 10
        case .elliptic(.p384): 12
        case .elliptic(.p521): 20
        case .edwards(.ed25519): 2
        case .edwards(.ed448): 6
        case .mlDSA: 4
        case .rsa(let bits): 1 + bits * bits * exponentBits / Self.rsaUnit
        }
    }

    /// An RSA check takes a squaring for each bit of the exponent.
    private var exponentBits: Int {
        guard let exponent = rsaComponents?.exponent else { return 64 }
        return exponent.count * 8 - (exponent.first?.leadingZeroBitCount ?? 0)
    }

    private static let rsaUnit = 1 << 28
}

extension Certificate {
    /// The work of reading a certificate of this length: OpenSSL looks up a decoder for the key, and then every
    /// extension and attribute is read.
    package static func readingWork(byteCount: Int) -> Int {
        3 + byteCount / 256
    }

    /// The work of checking a signature with this certificate's key.
    package var verificationWork: Int {
        (try? publicKey())?.verificationWork ?? 0
    }
}
