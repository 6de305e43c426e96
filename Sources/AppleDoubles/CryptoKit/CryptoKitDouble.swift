// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The seam behind this double of CryptoKit: the curve, which needs a library that the double must not depend on.
public enum CryptoKitDouble {
    /// The curve of the current task. Without one, P-256 keys can't be made.
    @TaskLocal public static var curve: (any SimulatedCurve)?

    /// The Secure Enclave of the current task's device, if it has one.
    @TaskLocal public static var enclave: SimulatedEnclave?

    static var currentCurve: any SimulatedCurve {
        guard let curve else { fatalError("CryptoKitDouble.curve is not set in this task") }
        return curve
    }
}

/// The operations of P-256. Keys are the bytes of the private number and of both coordinates, without a prefix.
public protocol SimulatedCurve: Sendable {
    /// The 32 bytes of a new private key.
    func makePrivateKey() -> Data

    /// The 64 bytes of the public key, or `nil` if the bytes are not a private key.
    func publicKey(of privateKey: Data) -> Data?

    /// The 64 bytes of an ECDSA signature over the SHA-256 digest of the message, r before s.
    func signature(for message: Data, privateKey: Data) throws -> Data

    /// Whether a signature, r before s, is that of a public key.
    func isValid(_ signature: Data, for message: Data, publicKey: Data) -> Bool
}
