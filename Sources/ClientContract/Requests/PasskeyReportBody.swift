// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// `POST /passkey/report`.
package struct PasskeyReportBody: Sendable {
    package let session: String
    package let reason: CeremonyFailureReason
    /// The name of the exception that the device threw.
    package let error: String?

    package init(session: String, reason: CeremonyFailureReason, error: String?) {
        self.session = session
        self.reason = reason
        self.error = error
    }

    package init(_ body: JSONObject) {
        session = body.text("auth_session") ?? ""
        reason = body.text("reason").flatMap(CeremonyFailureReason.init) ?? .unknown
        error = body.text("error")
    }

    package var json: JSONObject {
        var body = JSONObject()
        body.append(session, as: "auth_session")
        body.append(reason.rawValue, as: "reason")
        body.append(error, as: "error")
        return body
    }
}

/// Why a ceremony failed on the device.
package enum CeremonyFailureReason: String, CaseIterable, Sendable {
    case canceled
    case noPasskeyHere = "no_passkey_here"
    case alreadyRegistered = "already_registered"
    case notSupported = "not_supported"
    case insecureContext = "insecure_context"
    case wrongDomain = "wrong_domain"
    case aborted
    case timedOut = "timed_out"
    case securityKeyNeedsPIN = "security_key_needs_pin"
    case unknown
}
