// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// `POST /passkey/report`.
package struct PasskeyReportBody: RequestBody {
    package let session: String
    package let reason: CeremonyFailureReason
    /// The name of the exception that the device threw.
    package let error: String?

    package init(_ body: JSONObject) {
        session = body.text("auth_session") ?? ""
        reason = body.text("reason").flatMap(CeremonyFailureReason.init) ?? .unknown
        error = body.text("error")
    }

    package static let byteLimit = 80 << 10
    package static let shape = Shape.object([
        .required(
            "auth_session", as: .string(StringRule(length: 1...CeremonySession.length)),
            description: "The session of the ceremony."),
        .required("reason", as: .oneOf(CeremonyFailureReason.allCases.map(\.rawValue))),
        .optional(
            "error", as: .string(StringRule(length: 0...64, alphabet: .base64URL)),
            description: "The name of the exception, such as NotAllowedError."),
    ])
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
