// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
import WireFormats

/// No attestation (§8.7).
package enum NoneAttestation: AttestationFormat {
    package static let id = AttestationFormatID.none

    package static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        guard statement.value.mapValue?.isEmpty == true else { throw statement.rejection(.statementNotEmpty) }
        return .none
    }
}
