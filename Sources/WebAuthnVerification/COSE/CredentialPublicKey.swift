// SPDX-License-Identifier: Apache-2.0

package import Cryptography
public import WebAuthnMessages
package import WireFormats

/// The validated public key of a credential.
public struct CredentialPublicKey: Sendable {
    /// The key's algorithm.
    public let algorithm: COSEAlgorithmID
    /// The COSE key as received, for storage.
    public let coseBytes: [UInt8]

    package let key: PublicKey
    private let verification: VerificationContext

    /// The maximum length of a COSE key, which may contain other members. No algorithm needs half of it.
    static let maximumByteCount = 8192

    /// Parses a COSE key and validates it for its algorithm.
    public init(coseBytes: [UInt8]) throws(COSEKeyRejection) {
        let map: CBORMap?
        do {
            map = try CBORReader.read(coseBytes).mapValue
        } catch {
            throw .notAMap
        }
        guard let map else { throw .notAMap }
        try self.init(map, bytes: coseBytes)
    }

    package init(_ map: CBORMap, bytes: [UInt8]) throws(COSEKeyRejection) {
        guard bytes.count <= Self.maximumByteCount else { throw .parameterUnacceptable }
        let algorithm = try Self.algorithm(of: map)
        guard let known = COSEAlgorithm.named(algorithm) else { throw .algorithmUnknown(algorithm) }
        self.algorithm = algorithm
        coseBytes = bytes
        let parameters = COSEKeyParameters(map: map, algorithm: known)
        do {
            key = try parameters.publicKey()
        } catch let rejection as COSEKeyRejection {
            throw rejection
        } catch KeyRejection.pointNotOnCurve {
            throw .pointNotOnCurve
        } catch KeyRejection.algorithmUnavailable {
            throw .algorithmUnavailable(algorithm)
        } catch {
            throw .parameterUnacceptable
        }
        guard let verification = VerificationContext(key: key, scheme: known.scheme) else {
            throw .algorithmUnavailable(algorithm)
        }
        self.verification = verification
    }

    package static func algorithm(of map: CBORMap) throws(COSEKeyRejection) -> COSEAlgorithmID {
        guard let number = map[COSEKeyParameters.algorithmLabel]?.intValue else { throw .algorithmMissing }
        return COSEAlgorithmID(rawValue: number)
    }

    /// Whether the signature of the message is valid.
    package func isValid(signature: [UInt8], for message: [UInt8]) -> Bool {
        verification.isValid(signature: signature, for: message)
    }
}

extension CredentialPublicKey: Hashable {
    /// Whether the COSE bytes are equal.
    public static func == (one: CredentialPublicKey, other: CredentialPublicKey) -> Bool {
        one.coseBytes == other.coseBytes
    }

    /// Hashes the COSE bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(coseBytes)
    }
}

/// The reason why a credential's public key is not acceptable.
public enum COSEKeyRejection: Error, Hashable, Sendable {
    /// The bytes are not a well-formed CBOR map.
    case notAMap
    /// `alg` is absent or not an integer.
    case algorithmMissing
    /// The algorithm is unknown.
    case algorithmUnknown(COSEAlgorithmID)
    /// The key type or curve doesn't match this algorithm.
    case keyTypeMismatch(COSEAlgorithmID)
    /// A parameter of the key is absent or has the wrong type.
    case parameterMissing(label: Int)
    /// A parameter of the key has an unacceptable length or value.
    case parameterUnacceptable
    /// The point is not on the curve, or is the identity.
    case pointNotOnCurve
    /// The key contains a parameter of the private key.
    case privateParameterPresent(label: Int)
    /// OpenSSL doesn't support the algorithm.
    case algorithmUnavailable(COSEAlgorithmID)
}

/// The parameters of a COSE key, parsed for its algorithm. Other parameters are ignored.
struct COSEKeyParameters {
    static let keyTypeLabel = 1
    static let algorithmLabel = 3

    let map: CBORMap
    let algorithm: COSEAlgorithm

    // Labels and key types: RFC 9053 §7, RFC 8230 §4 (RSA), RFC 9864 and draft-ietf-cose-dilithium (AKP).
    func publicKey() throws -> PublicKey {
        for label in privateLabels {
            guard map[label] == nil else { throw COSEKeyRejection.privateParameterPresent(label: label) }
        }
        switch algorithm.keyType {
        case .ec2(let curve, let number):
            try require(keyType: 2, curve: number)
            return try .elliptic(curve, x: bytes(-2), y: bytes(-3))
        case .okp(let curve, let number):
            try require(keyType: 1, curve: number)
            return try .edwards(curve, bytes: bytes(-2))
        case .rsa:
            try require(keyType: 3)
            return try .rsa(modulus: number(-1), exponent: number(-2))
        case .akp(let parameters):
            try require(keyType: 7)
            return try .mlDSA(parameters, bytes: bytes(-1))
        }
    }

    /// The labels of private parameters. A key that was sent with them is compromised, and they would be stored.
    private var privateLabels: [Int] {
        switch algorithm.keyType {
        case .ec2, .okp: [-4]
        case .rsa: Array(-12 ... -3)
        case .akp: [-2]
        }
    }

    /// RFC 8230 requires the fewest bytes, but some encoders add a sign byte, as ASN.1 does.
    private func number(_ label: Int) throws(COSEKeyRejection) -> [UInt8] {
        let bytes = try bytes(label)
        return bytes.first == 0 ? Array(bytes.dropFirst()) : bytes
    }

    private func require(keyType: Int, curve: Int? = nil) throws(COSEKeyRejection) {
        guard map[Self.keyTypeLabel]?.intValue == keyType else { throw .keyTypeMismatch(algorithm.id) }
        guard let curve else { return }
        guard map[-1]?.intValue == curve else { throw .keyTypeMismatch(algorithm.id) }
    }

    private func bytes(_ label: Int) throws(COSEKeyRejection) -> [UInt8] {
        guard let bytes = map[label]?.bytesValue else { throw .parameterMissing(label: label) }
        return bytes
    }
}
