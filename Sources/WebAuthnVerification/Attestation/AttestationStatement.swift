// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import WebAuthnMessages
package import WireFormats

/// An attestation statement with accessors that throw the rejections of its format.
package struct AttestationStatement: Sendable {
    package let format: AttestationFormatID
    package let value: CBOR
    private let members: CBORMap?

    package init(format: AttestationFormatID, value: CBOR) {
        self.format = format
        self.value = value
        members = value.mapValue
    }

    package func contains(_ name: String) -> Bool { members?[name] != nil }

    package func text(_ name: String) throws(AttestationRejection) -> String {
        guard let text = try member(name).textValue else { throw rejection(.memberMalformed(name)) }
        return text
    }

    /// Returns the bytes of a member. No format has an empty one.
    package func bytes(_ name: String) throws(AttestationRejection) -> [UInt8] {
        guard let bytes = try member(name).bytesValue, !bytes.isEmpty else { throw rejection(.memberMalformed(name)) }
        return bytes
    }

    /// Returns the algorithm in `alg`, which must be known and available.
    package func algorithm() throws(AttestationRejection) -> COSEAlgorithm {
        guard let number = try member("alg").intValue else { throw rejection(.memberMalformed("alg")) }
        let id = COSEAlgorithmID(rawValue: number)
        guard let algorithm = COSEAlgorithm.named(id) else { throw rejection(.algorithmUnknown(id)) }
        guard algorithm.isAvailable else { throw rejection(.algorithmUnavailable(id)) }
        return algorithm
    }

    /// Parses the certificates in `x5c`: at least one, and at most as many as the policy allows.
    package func certificates(
        _ context: inout AttestationContext
    ) throws(AttestationRejection) -> (leaf: Certificate, chain: [Certificate]) {
        let list = try certificateBytes()
        guard list.count <= context.policy.limits.certificates else { throw rejection(.certificatesTooMany) }
        var chain: [Certificate] = []
        for der in list {
            try spend(Certificate.readingWork(byteCount: der.count), in: &context)
            do {
                chain.append(try Certificate(der: der))
            } catch {
                throw rejection(.certificateMalformed)
            }
        }
        guard let leaf = chain.first else { throw rejection(.memberMalformed("x5c")) }
        return (leaf, chain)
    }

    /// Returns the certificates in `x5c` without parsing them.
    package func certificateBytes() throws(AttestationRejection) -> [[UInt8]] {
        guard let list = try member("x5c").arrayValue else { throw rejection(.memberMalformed("x5c")) }
        var certificates: [[UInt8]] = []
        for element in list {
            guard let der = element.bytesValue else { throw rejection(.memberMalformed("x5c")) }
            certificates.append(der)
        }
        return certificates
    }

    /// Returns the public key of a certificate in this statement.
    package func publicKey(of certificate: Certificate) throws(AttestationRejection) -> PublicKey {
        do {
            return try certificate.publicKey()
        } catch {
            throw rejection(.certificatePublicKeyMalformed)
        }
    }

    /// Rejects the statement unless its signature of the message is valid for the certificate's key.
    package func requireSignature(
        by leaf: Certificate, over message: [UInt8], algorithm: COSEAlgorithm,
        in context: inout AttestationContext
    ) throws(AttestationRejection) {
        let signature = try bytes("sig")
        let key = try publicKey(of: leaf)
        try spend(key.verificationWork, in: &context)
        guard key.isValid(signature: signature, for: message, scheme: algorithm.scheme) else {
            throw rejection(.signatureInvalid)
        }
    }

    /// Counts work that is about to be done. Rejects the statement if it exceeds the limit.
    package func spend(_ units: Int, in context: inout AttestationContext) throws(AttestationRejection) {
        do {
            try context.work.spend(units)
        } catch {
            throw rejection(.tooCostly)
        }
    }

    package func rejection(_ reason: AttestationRejection.Reason) -> AttestationRejection {
        AttestationRejection(format: format, reason: reason)
    }

    private func member(_ name: String) throws(AttestationRejection) -> CBOR {
        guard let member = members?[name] else { throw rejection(.memberMissing(name)) }
        return member
    }
}

/// The certificate extension with the AAGUID of an authenticator, `id-fido-gen-ce-aaguid` (§8.2.1).
package enum AAGUIDExtension {
    package static let oid = "1.3.6.1.4.1.45724.1.1.4"

    /// Parses the extension's value: an OCTET STRING of 16 bytes.
    package static func parse(_ value: [UInt8]) -> AAGUID? {
        var reader = DERReader(value)
        guard let inner = try? reader.next(.octetString), reader.isAtEnd else { return nil }
        return AAGUID(Array(inner.contents))
    }
}

extension AttestationStatement {
    /// Rejects the statement if the AAGUID in the certificate is malformed or not the one in the authenticator data.
    func requireMatchingAAGUID(
        in leaf: Certificate, of context: AttestationContext
    ) throws(AttestationRejection) {
        guard let found = leaf.extensionValue(AAGUIDExtension.oid) else { return }
        guard !found.isCritical, let aaguid = AAGUIDExtension.parse(found.value) else {
            throw rejection(.certificateAAGUIDExtensionMalformed)
        }
        guard aaguid == context.credential.aaguid else { throw rejection(.aaguidMismatch) }
    }
}
