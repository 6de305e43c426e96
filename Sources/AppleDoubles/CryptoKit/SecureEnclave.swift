// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation
@_spi(AppleDouble) public import LocalAuthentication
@_spi(AppleDouble) public import Security

// Source for this file: Apple's documentation. iOS 13, macOS 10.15, visionOS 1.
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
        private let condition: SimulatedCondition
        private let opening: SimulatedOpening?

        public init(
            compactRepresentable: Bool = true, accessControl: SecAccessControl,
            authenticationContext: LAContext? = nil
        ) throws {
            guard let enclave = CryptoKitDouble.enclave else { throw CryptoKitError.incorrectParameterSize }
            condition = try SimulatedCondition(accessControl)
            key = P256.Signing.PrivateKey()
            opening = authenticationContext?.opening
            dataRepresentation = enclave.seal(condition.bytes + key.rawRepresentation)
        }

        public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
            guard let bytes = CryptoKitDouble.enclave?.open(dataRepresentation), bytes.count >= 32 else {
                throw CryptoKitError.incorrectParameterSize
            }
            condition = SimulatedCondition(bytes: bytes.dropLast(32))
            key = try P256.Signing.PrivateKey(rawRepresentation: Data(bytes.suffix(32)))
            opening = authenticationContext?.opening
            self.dataRepresentation = dataRepresentation
        }

        public var publicKey: P256.Signing.PublicKey { key.publicKey }

        // Apple's asks the owner itself if nobody has passed in the context. Here that fails, because the SDK asks first.
        public func signature(for data: some ContiguousBytes) throws -> P256.Signing.ECDSASignature {
            try condition.check(opening)
            return try key.signature(for: data)
        }
    }
}

/// What has to be before a key signs.
private struct SimulatedCondition: Sendable {
    private enum Kind: UInt8 {
        case none
        case presence
        case biometrics
    }

    private let kind: Kind
    /// The biometrics with which the key was made.
    private let biometricState: Data

    /// Without a passcode there is no key that needs one, and without biometrics none that needs them.
    init(_ access: SecAccessControl) throws {
        let owner = LocalAuthenticationDouble.owner
        if access.flags.contains(.biometryCurrentSet) {
            if let obstacle = Self.obstacle(to: .deviceOwnerAuthenticationWithBiometrics, of: owner) { throw obstacle }
            (kind, biometricState) = (.biometrics, owner?.biometricState ?? Data())
        } else if access.flags.contains(.userPresence) {
            if let obstacle = Self.obstacle(to: .deviceOwnerAuthentication, of: owner) { throw obstacle }
            (kind, biometricState) = (.presence, Data())
        } else {
            (kind, biometricState) = (.none, Data())
        }
    }

    init(bytes: Data) {
        kind = bytes.first.flatMap(Kind.init) ?? .none
        biometricState = Data(bytes.dropFirst())
    }

    var bytes: Data { Data([kind.rawValue]) + biometricState }

    /// The errors of a key that can't be used are unverified: Apple documents none.
    func check(_ opening: SimulatedOpening?) throws {
        let hasBiometrics = opening?.hasPassed(.deviceOwnerAuthenticationWithBiometrics) ?? false
        switch kind {
        case .none: return
        case .presence:
            guard hasBiometrics || opening?.hasPassed(.deviceOwnerAuthentication) ?? false else {
                throw LAError(.notInteractive)
            }
        case .biometrics:
            guard hasBiometrics else { throw LAError(.notInteractive) }
            guard opening?.biometricState == biometricState else { throw CryptoKitError.incorrectParameterSize }
        }
    }

    private static func obstacle(to policy: LAPolicy, of owner: (any SimulatedOwner)?) -> LAError? {
        guard let owner else { return LAError(.passcodeNotSet) }
        return owner.obstacle(to: policy)
    }
}

/// The enclave of one device. It keeps nothing but a secret, with which it seals the keys that it makes.
public struct SimulatedEnclave: Sendable {
    private let secret = Data((0..<32).map { _ in UInt8.random(in: 0...255) })

    /// Creates the enclave of a new device.
    public init() {}

    func seal(_ key: Data) -> Data { encrypted(key) + check(of: key) }

    func open(_ sealed: Data) -> Data? {
        guard sealed.count > 32 else { return nil }
        let key = encrypted(Data(sealed.dropLast(32)))
        return Data(sealed.suffix(32)) == check(of: key) ? key : nil
    }

    private func encrypted(_ bytes: Data) -> Data {
        Data(bytes.enumerated().map { $1 ^ secret[$0 % secret.count] })
    }

    private func check(of key: Data) -> Data {
        Data(Array(SHA256.hash(data: secret + key)))
    }
}
