// SPDX-License-Identifier: Apache-2.0

package import Cryptography
public import WebAuthnMessages
package import WireFormats

/// The public key of a credential, checked and ready to verify signatures; made once, used many times.
public struct CredentialPublicKey: Sendable {
    /// The algorithm the key is bound to.
    public let algorithm: COSEAlgorithmID
    /// The key as COSE bytes, exactly as they came: what a relying party stores.
    public let coseBytes: [UInt8]

    package let key: PublicKey
    private let verification: VerificationContext

    /// The longest key that is read: it is stored as it came, with whatever stands in it beside the key, and no algorithm
    /// needs half of this.
    static let maximumByteCount = 8192

    /// Reads a stored COSE key and checks it against its algorithm.
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
        guard let row = COSEAlgorithm.row(algorithm) else { throw .algorithmUnknown(algorithm) }
        self.algorithm = algorithm
        coseBytes = bytes
        let parameters = COSEKeyParameters(map: map, row: row)
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
        guard let verification = VerificationContext(key: key, scheme: row.scheme) else {
            throw .algorithmUnavailable(algorithm)
        }
        self.verification = verification
    }

    package static func algorithm(of map: CBORMap) throws(COSEKeyRejection) -> COSEAlgorithmID {
        guard let number = map[COSEKeyParameters.algorithmLabel]?.intValue else { throw .algorithmMissing }
        return COSEAlgorithmID(rawValue: number)
    }

    /// Whether a signature over the message was made with the private half of this key.
    package func isValid(signature: [UInt8], for message: [UInt8]) -> Bool {
        verification.isValid(signature: signature, for: message)
    }
}

extension CredentialPublicKey: Hashable {
    /// Whether both are the same, byte for byte.
    public static func == (one: CredentialPublicKey, other: CredentialPublicKey) -> Bool {
        one.coseBytes == other.coseBytes
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(coseBytes)
    }
}

/// Why a credential public key cannot be used.
public enum COSEKeyRejection: Error, Hashable, Sendable {
    /// The bytes are not a well-formed CBOR map.
    case notAMap
    /// `alg` is absent or no integer.
    case algorithmMissing
    /// The algorithm is not one this library knows.
    case algorithmUnknown(COSEAlgorithmID)
    /// The key type or curve is not the one that the algorithm goes with.
    case keyTypeMismatch(COSEAlgorithmID)
    /// A parameter of the key is absent or has another type.
    case parameterMissing(label: Int)
    /// A coordinate, key or modulus has an unacceptable length, or the exponent is unacceptable.
    case parameterUnacceptable
    /// The point does not lie on the curve, or is its identity.
    case pointNotOnCurve
    /// A parameter of a private key came along with the public one.
    case privateParameterPresent(label: Int)
    /// The cryptographic library in use does not have the algorithm.
    case algorithmUnavailable(COSEAlgorithmID)
}

/// The parameters of a COSE key, read in the shape that its algorithm wants. Parameters it does not want are passed over.
struct COSEKeyParameters {
    static let keyTypeLabel = 1
    static let algorithmLabel = 3

    let map: CBORMap
    let row: COSEAlgorithm

    // Labels and key types: RFC 9053 §7, RFC 8230 §4 (RSA), RFC 9864 and draft-ietf-cose-dilithium (AKP).
    func publicKey() throws -> PublicKey {
        for label in privateLabels {
            guard map[label] == nil else { throw COSEKeyRejection.privateParameterPresent(label: label) }
        }
        switch row.keyShape {
        case .elliptic(let curve, let number):
            try require(keyType: 2, curve: number)
            return try .elliptic(curve, x: bytes(-2), y: bytes(-3))
        case .octet(let curve, let number):
            try require(keyType: 1, curve: number)
            return try .edwards(curve, bytes: bytes(-2))
        case .rsa:
            try require(keyType: 3)
            return try .rsa(modulus: number(-1), exponent: number(-2))
        case .lattice(let parameters):
            try require(keyType: 7)
            return try .mlDSA(parameters, bytes: bytes(-1))
        }
    }

    /// A key that was sent along with its private half is known to others, and would be stored with it.
    private var privateLabels: [Int] {
        switch row.keyShape {
        case .elliptic, .octet: [-4]
        case .rsa: Array(-12 ... -3)
        case .lattice: [-2]
        }
    }

    /// RFC 8230 wants the fewest bytes, but some encoders write numbers with a sign byte, as ASN.1 does.
    private func number(_ label: Int) throws(COSEKeyRejection) -> [UInt8] {
        let bytes = try bytes(label)
        return bytes.first == 0 ? Array(bytes.dropFirst()) : bytes
    }

    private func require(keyType: Int, curve: Int? = nil) throws(COSEKeyRejection) {
        guard map[Self.keyTypeLabel]?.intValue == keyType else { throw .keyTypeMismatch(row.id) }
        guard let curve else { return }
        guard map[-1]?.intValue == curve else { throw .keyTypeMismatch(row.id) }
    }

    private func bytes(_ label: Int) throws(COSEKeyRejection) -> [UInt8] {
        guard let bytes = map[label]?.bytesValue else { throw .parameterMissing(label: label) }
        return bytes
    }
}
