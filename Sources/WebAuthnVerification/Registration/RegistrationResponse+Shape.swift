// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages

extension RegistrationResponse {
    /// Whether judging the response takes at most a few milliseconds, by its shape alone: at most one signature, by the
    /// credential's own key, and no certificate.
    package var isQuicklyJudged: Bool {
        guard attestationObject.count <= AttestationPolicy.Limits().objectBytes,
            let object = try? AttestationObject(attestationObject)
        else { return true }
        switch object.format {
        case .none: return true
        case .packed: return !object.statement.contains("x5c")
        default: return false
        }
    }
}
