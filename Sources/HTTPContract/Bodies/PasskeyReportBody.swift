// SPDX-License-Identifier: Apache-2.0

package import ClientContract

/// `POST /passkey/report`.
extension PasskeyReportBody: RequestBody {
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
