// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import Foundation

// Source for this file: Apple's documentation. iOS 10, macOS 10.12, visionOS 1, unless something else is said. Only what
// leads a key of an earlier library out: the SDK makes none of these. Errors are pointers to Core Foundation's there, for
// which applications may pass `nil`.

public typealias CFData = Data

/// A key of the keychain: the private one of a pair, or the public one. Not Sendable, because Apple says nothing about it.
@available(iOS 2.0, macOS 10.6, visionOS 1.0, *)
public final class SecKey {
    fileprivate let pair: any SimulatedKeyPair
    fileprivate let isPrivate: Bool

    init(_ pair: any SimulatedKeyPair, isPrivate: Bool = true) {
        self.pair = pair
        self.isPrivate = isPrivate
    }
}

@available(iOS 10.0, macOS 10.12, visionOS 1.0, *)
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let rsaSignatureMessagePKCS1v15SHA256 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:message-PKCS1v15:SHA256")
}

@available(iOS 10.0, macOS 10.12, visionOS 1.0, *)
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? { SecKey(key.pair, isPrivate: false) }

/// Here, private keys don't leave the keychain.
@available(iOS 10.0, macOS 10.12, visionOS 1.0, *)
public func SecKeyCopyExternalRepresentation(_ key: SecKey, _ error: OpaquePointer?) -> CFData? {
    key.isPrivate ? nil : key.pair.publicKey
}

@available(iOS 10.0, macOS 10.12, visionOS 1.0, *)
public func SecKeyCreateSignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData, _ error: OpaquePointer?
) -> CFData? {
    guard key.isPrivate, algorithm == .rsaSignatureMessagePKCS1v15SHA256 else { return nil }
    return key.pair.signature(for: dataToSign)
}

/// A pair of RSA keys, which needs a library that the double must not depend on.
public protocol SimulatedKeyPair: Sendable {
    /// The public key in the form of PKCS #1.
    var publicKey: Data { get }

    /// The signature by RSASSA-PKCS1-v1_5 with SHA-256.
    func signature(for message: Data) -> Data
}
