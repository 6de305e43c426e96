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
