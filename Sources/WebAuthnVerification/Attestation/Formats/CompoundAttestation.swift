// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
import WireFormats

/// Compound attestation by several statements, `compound` (§8.9).
package enum CompoundAttestation: AttestationFormat {
    package static let id = AttestationFormatID.compound

    package static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        guard let elements = statement.value.arrayValue, elements.count >= 2 else {
            throw statement.rejection(.compoundStatementsTooFew)
        }
        guard elements.count <= context.policy.limits.statements else {
            throw statement.rejection(.compoundStatementsTooMany)
        }
        let quorum =
            switch context.policy.compoundQuorum {
            case .all: elements.count
            case .atLeast(let count): max(1, count)
            }
        guard elements.count >= quorum else { throw statement.rejection(.compoundStatementsTooFew) }
        var valid: [(format: AttestationFormatID, evidence: AttestationEvidence)] = []
        var rejections: [AttestationRejection] = []
        for element in elements {
            do {
                valid.append(try verify(element, of: statement, in: &context))
            } catch {
                rejections.append(error)
            }
            // The remaining statements can't change the result, so they aren't verified.
            if let first = rejections.first, rejections.count > elements.count - quorum { throw first }
        }
        return .several(valid)
    }

    private static func verify(
        _ element: CBOR, of statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> (format: AttestationFormatID, evidence: AttestationEvidence) {
        guard let name = element.mapValue?["fmt"]?.textValue else {
            throw statement.rejection(.memberMalformed("fmt"))
        }
        guard let value = element.mapValue?["attStmt"] else {
            throw statement.rejection(.memberMissing("attStmt"))
        }
        let format = AttestationFormatID(rawValue: name)
        guard format != id else { throw statement.rejection(.compoundNested) }
        guard let procedure = AttestationFormats.named(format) else {
            throw statement.rejection(.compoundFormatUnknown)
        }
        return (format, try procedure.verify(AttestationStatement(format: format, value: value), in: &context))
    }
}
