// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Source for this file: Apple's documentation. iOS 13, macOS 10.15, visionOS 1. What takes `DataProtocol` there takes
// contiguous bytes here.

@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public enum CryptoKitError: Error {
    case incorrectKeySize
    case incorrectParameterSize
}

@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public enum P256 {
    public enum Signing {}
}

@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
extension P256.Signing {
    public struct PrivateKey: Sendable {
        public let rawRepresentation: Data
        public let publicKey: PublicKey
        private let curve: any SimulatedCurve

        public init(compactRepresentable: Bool = true) {
            let curve = CryptoKitDouble.currentCurve
            let bytes = curve.makePrivateKey()
            guard let point = curve.publicKey(of: bytes) else { fatalError("the curve refuses its own key") }
            self.curve = curve
            rawRepresentation = bytes
            publicKey = PublicKey(coordinates: point)
        }

        public init(rawRepresentation: some ContiguousBytes) throws {
            let curve = CryptoKitDouble.currentCurve
            let bytes = rawRepresentation.withUnsafeBytes { Data($0) }
            guard bytes.count == 32 else { throw CryptoKitError.incorrectKeySize }
            guard let point = curve.publicKey(of: bytes) else { throw CryptoKitError.incorrectParameterSize }
            self.curve = curve
            self.rawRepresentation = bytes
            publicKey = PublicKey(coordinates: point)
        }

        public func signature(for data: some ContiguousBytes) throws -> ECDSASignature {
            let message = data.withUnsafeBytes { Data($0) }
            return try ECDSASignature(
                rawRepresentation: try curve.signature(for: message, privateKey: rawRepresentation))
        }
    }

    public struct PublicKey: Sendable {
        /// The coordinates x and y.
        public let rawRepresentation: Data

        fileprivate init(coordinates: Data) { rawRepresentation = coordinates }

        // Unlike Apple's, this doesn't check that the point is on the curve.
        public init(rawRepresentation: some ContiguousBytes) throws {
            let bytes = rawRepresentation.withUnsafeBytes { Data($0) }
            guard bytes.count == 64 else { throw CryptoKitError.incorrectKeySize }
            self.rawRepresentation = bytes
        }

        public init(x963Representation: some ContiguousBytes) throws {
            let bytes = x963Representation.withUnsafeBytes { Data($0) }
            guard bytes.count == 65, bytes.first == 4 else { throw CryptoKitError.incorrectKeySize }
            rawRepresentation = Data(bytes.dropFirst())
        }

        public var x963Representation: Data { Data([4] + Array(rawRepresentation)) }

        public func isValidSignature(_ signature: ECDSASignature, for data: some ContiguousBytes) -> Bool {
            let message = data.withUnsafeBytes { Data($0) }
            return CryptoKitDouble.currentCurve.isValid(
                signature.rawRepresentation, for: message, publicKey: rawRepresentation)
        }
    }

    public struct ECDSASignature: Sendable {
        /// The numbers r and s.
        public let rawRepresentation: Data

        public init(rawRepresentation: some ContiguousBytes) throws {
            let bytes = rawRepresentation.withUnsafeBytes { Data($0) }
            guard bytes.count == 64 else { throw CryptoKitError.incorrectParameterSize }
            self.rawRepresentation = bytes
        }
    }
}
