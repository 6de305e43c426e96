// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation
public import Security

// Source for this file: Apple's documentation. iOS 13, macOS 10.15, visionOS 1. Keys can be made with an `LAContext`,
// too.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public enum SecureEnclave {
    public static var isAvailable: Bool { CryptoKitDouble.enclave != nil }

    public enum P256 {
        public enum Signing {}
    }
}

@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
extension SecureEnclave.P256.Signing {
    public struct PrivateKey: Sendable {
        /// The sealed key, which only the enclave that made it can open.
        public let dataRepresentation: Data
        private let key: P256.Signing.PrivateKey

        public init(compactRepresentable: Bool = true, accessControl: SecAccessControl) throws {
            guard let enclave = CryptoKitDouble.enclave else { throw CryptoKitError.incorrectParameterSize }
            key = P256.Signing.PrivateKey()
            dataRepresentation = enclave.seal(key.rawRepresentation)
        }

        public init(dataRepresentation: Data) throws {
            guard let bytes = CryptoKitDouble.enclave?.open(dataRepresentation) else {
                throw CryptoKitError.incorrectParameterSize
            }
            key = try P256.Signing.PrivateKey(rawRepresentation: bytes)
            self.dataRepresentation = dataRepresentation
        }

        public var publicKey: P256.Signing.PublicKey { key.publicKey }

        public func signature(for data: some ContiguousBytes) throws -> P256.Signing.ECDSASignature {
            try key.signature(for: data)
        }
    }
}

/// The enclave of one device. It keeps nothing but a secret, with which it seals the keys that it makes.
public struct SimulatedEnclave: Sendable {
    private let secret = Data((0..<32).map { _ in UInt8.random(in: 0...255) })

    /// Creates the enclave of a new device.
    public init() {}

    func seal(_ key: Data) -> Data {
        Data(zip(key, secret).map { $0 ^ $1 }) + check(of: key)
    }

    func open(_ sealed: Data) -> Data? {
        let key = Data(zip(sealed.prefix(32), secret).map { $0 ^ $1 })
        return sealed.count == 64 && sealed.suffix(32) == check(of: key) ? key : nil
    }

    private func check(of key: Data) -> Data {
        Data(Array(SHA256.hash(data: secret + key)))
    }
}
