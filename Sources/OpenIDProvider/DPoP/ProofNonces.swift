// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// The nonces that clients put into their proofs (RFC 9449, sections 8 and 9).
///
/// A nonce is an authentication code over the current interval. Nothing is stored, and every process accepts every
/// nonce.
package struct ProofNonces: Sendable {
    /// The endpoints at which a nonce is valid. A nonce for the token endpoint is not valid at resources.
    package enum Purpose: String, CaseIterable, Sendable {
        case token
        case resource
    }

    /// The interval in seconds. A nonce is valid for one to two of them.
    private static let span: Int64 = 150

    private let key: HMACKey

    package init(master: MasterKey, host: String) {
        key = HMACKey(master.bytes(for: .proofNonces(host: host)), digest: .sha256)
    }

    /// The nonce to send to clients.
    package func current(_ purpose: Purpose, at time: Timestamp) -> String {
        nonce(purpose, bucket: Self.bucket(time))
    }

    package func isCurrent(_ nonce: String, for purpose: Purpose, at time: Timestamp) -> Bool {
        let bucket = Self.bucket(time)
        let given = [UInt8](nonce.utf8)
        return [bucket, bucket - 1].contains {
            constantTimeEqual(given, to: [UInt8](self.nonce(purpose, bucket: $0).utf8))
        }
    }

    private static func bucket(_ time: Timestamp) -> Int64 {
        time.secondsSince1970 / span
    }

    private func nonce(_ purpose: Purpose, bucket: Int64) -> String {
        let code = key.authenticationCode(for: [UInt8]("\(purpose.rawValue)/\(bucket)".utf8))
        return Base64URL.encode([UInt8](code.prefix(16)))
    }
}
