// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WebAuthnMessages

/// Attestation by Android's hardware-backed key store (§8.4).
package enum AndroidKeyAttestation: AttestationFormat {
    package static let id = AttestationFormatID.androidKey

    package static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        let algorithm = try statement.algorithm()
        let (leaf, chain) = try statement.certificates(&context)
        try statement.requireSignature(by: leaf, over: context.signedBytes, algorithm: algorithm, in: &context)
        guard try statement.publicKey(of: leaf) == context.publicKey.key else {
            throw statement.rejection(.publicKeyMismatch)
        }
        guard let found = leaf.extensionValue(AndroidKeyDescription.oid),
            let description = AndroidKeyDescription(found.value)
        else { throw statement.rejection(.certificateExtensionMalformed) }
        guard description.challenge == context.clientDataHash else { throw statement.rejection(.ceremonyMismatch) }
        try verify(description, of: statement, authority: context.policy.androidKeyAuthority)
        return .certified(chain)
    }

    private static func verify(
        _ description: AndroidKeyDescription, of statement: AttestationStatement,
        authority: AttestationPolicy.AndroidKeyAuthority
    ) throws(AttestationRejection) {
        let lists = [description.softwareEnforced, description.trustedEnvironmentEnforced]
        guard !lists.contains(where: \.isForAllApplications) else {
            throw statement.rejection(.keyForAllApplications)
        }
        let trusted = authority == .trustedEnvironment ? [description.trustedEnvironmentEnforced] : lists
        let origins = trusted.compactMap(\.origin)
        guard !origins.isEmpty, origins.allSatisfy({ $0 == AndroidKeyDescription.generatedOrigin }) else {
            throw statement.rejection(.keyOriginMismatch)
        }
        guard trusted.contains(where: { $0.purposes.contains(AndroidKeyDescription.signPurpose) }) else {
            throw statement.rejection(.keyPurposeMismatch)
        }
    }
}
