// SPDX-License-Identifier: Apache-2.0

import WebAuthnVerification
import WireFormats

/// The outcome of one case.
struct Verdict {
    enum Outcome: String {
        case accept, reject, unavailable
    }

    let id: String
    let outcome: Outcome
    private var rejection: RejectionReport?
    var output = JSONObject()

    var step: String? { rejection?.step }
    var code: String? { rejection?.code }
    var reason: String? { rejection?.explanation }

    /// Verifies the response of a case.
    init(of verificationCase: VerificationCase) {
        id = verificationCase.id
        switch verificationCase.ceremony {
        case .registration(let pending):
            do {
                let verified = try RegistrationVerification.verify(
                    json: verificationCase.responseJSON, against: pending, at: verificationCase.time)
                outcome = .accept
                output = verified.report
            } catch {
                outcome = error.isAlgorithmUnavailable ? .unavailable : .reject
                rejection = RejectionReport(error)
            }
        case .authentication(let pending, let credential):
            do {
                let verified = try AuthenticationVerification.verify(
                    json: verificationCase.responseJSON, against: pending, credential: credential)
                outcome = .accept
                output = verified.report
            } catch {
                outcome = error.isAlgorithmUnavailable ? .unavailable : .reject
                rejection = RejectionReport(error)
            }
        }
    }

    /// The verdict as one line of JSON.
    var jsonLine: String {
        let json = JSONValue.object(
            JSONObject([
                ("id", .string(id)), ("verdict", .string(outcome.rawValue)),
                ("step", .textOrNull(step)), ("code", .textOrNull(code)),
                ("reason", .textOrNull(reason)), ("output", .object(output)),
            ]))
        return String(decoding: json.serialized(), as: UTF8.self)
    }
}

extension JSONValue {
    fileprivate static func textOrNull(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
