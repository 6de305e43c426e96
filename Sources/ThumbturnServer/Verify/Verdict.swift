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
    var step: String?
    var code: String?
    var reason: String?
    var output = JSONObject()

    /// Judges a case.
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
                (step, code, reason) = ("\(error.step)", error.code, error.explanation)
            }
        case .authentication(let pending, let credential):
            do {
                let verified = try AuthenticationVerification.verify(
                    json: verificationCase.responseJSON, against: pending, credential: credential)
                outcome = .accept
                output = verified.report
            } catch {
                outcome = error.isAlgorithmUnavailable ? .unavailable : .reject
                (step, code, reason) = ("\(error.step)", error.code, error.explanation)
            }
        }
    }

    /// The verdict as one line of JSON.
    var jsonLine: String {
        let json = JSONValue.object(
            JSONObject([
                ("id", .string(id)), ("verdict", .string(outcome.rawValue)),
                ("step", step.map(JSONValue.string) ?? .null), ("code", code.map(JSONValue.string) ?? .null),
                ("reason", reason.map(JSONValue.string) ?? .null), ("output", .object(output)),
            ]))
        return String(decoding: json.serialized(), as: UTF8.self)
    }
}
