// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
package import WebAuthnMessages
import WireFormats

/// Attestation by Android's SafetyNet, `android-safetynet` (§8.5). Google has shut it down; past registrations remain.
package enum SafetyNetAttestation: AttestationFormat {
    package static let id = AttestationFormatID.androidSafetyNet

    package static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        guard try !statement.text("ver").isEmpty else { throw statement.rejection(.memberMalformed("ver")) }
        let (token, chain) = try readToken(of: statement, in: &context)
        guard let leaf = chain.first, let response = try? JSONReader.read(token.payload) else {
            throw statement.rejection(.safetyNetResponseMalformed)
        }
        let nonce = Base64.encode(DigestAlgorithm.sha256.hash(context.signedBytes))
        guard response["nonce"]?.stringValue == nonce else { throw statement.rejection(.ceremonyMismatch) }
        guard leaf.matchesHost("attest.android.com") else { throw statement.rejection(.safetyNetHostMismatch) }
        guard response["ctsProfileMatch"]?.boolValue == true else {
            throw statement.rejection(.safetyNetIntegrityMissing)
        }
        guard isFresh(response["timestampMs"]?.intValue, in: context) else {
            throw statement.rejection(.safetyNetTimestampInvalid)
        }
        let key = try statement.publicKey(of: leaf)
        try statement.spend(key.verificationWork, in: &context)
        do {
            try token.verify(with: key, algorithms: JWSAlgorithm.all)
        } catch {
            throw statement.rejection(.signatureInvalid)
        }
        return .certified(chain)
    }

    private static func readToken(
        of statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> (CompactJWS, [Certificate]) {
        let token: CompactJWS
        do {
            token = try CompactJWS(try statement.bytes("response"))
        } catch let rejection as AttestationRejection {
            throw rejection
        } catch {
            throw statement.rejection(.safetyNetResponseMalformed)
        }
        let texts = token.header["x5c"]?.arrayValue ?? []
        guard texts.count <= context.policy.limits.certificates else { throw statement.rejection(.certificatesTooMany) }
        for text in texts {
            try statement.spend(Certificate.readingWork(byteCount: text.stringValue?.utf8.count ?? 0), in: &context)
        }
        do {
            return (token, try token.certificateChain())
        } catch {
            throw statement.rejection(.safetyNetResponseMalformed)
        }
    }

    private static func isFresh(_ milliseconds: Int?, in context: AttestationContext) -> Bool {
        guard case .within(let allowed) = context.policy.safetyNetFreshness else { return true }
        guard let milliseconds else { return false }
        let age = context.time.secondsSince1970 - Int64(milliseconds / 1000)
        return age <= allowed && age >= -clockSkew
    }

    private static let clockSkew: Int64 = 10
}
