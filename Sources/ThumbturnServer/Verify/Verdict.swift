// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
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

extension VerifiedRegistration {
    /// The values that a relying party would store, as JSON.
    var report: JSONObject {
        var members: [(String, JSONValue)] = [
            ("credential_id", .string(credentialID.base64URL)),
            ("public_key", .string(Base64URL.encode(publicKey.coseBytes))),
            ("algorithm", .number(JSONNumber(Int64(publicKey.algorithm.rawValue)))),
            ("aaguid", .string(aaguid.description.filter { $0 != "-" })),
            ("sign_count", .number(JSONNumber(Int64(signCount)))),
        ]
        members += flags.report
        members.append(("transports", .array(transports.map { .string($0.rawValue) })))
        members.append(("attestation", attestation.report))
        if let name = AuthenticatorNames.name(of: aaguid) { members.append(("authenticator", .string(name))) }
        return JSONObject(members)
    }
}

extension VerifiedAuthentication {
    /// The values that a relying party would act on and store, as JSON.
    var report: JSONObject {
        JSONObject(
            [("credential_id", .string(credentialID.base64URL)), ("sign_count", .number(JSONNumber(Int64(signCount))))]
                + flags.report + [("counter", .string("\(counter)"))])
    }
}

extension VerifiedAttestation {
    fileprivate var report: JSONValue {
        var members: [(String, JSONValue)] = [
            ("format", .string(format.rawValue)), ("kind", .string(kind.rawValue)),
        ]
        switch voucher {
        case .notRequired: members.append(("trust", "not required"))
        case .nobody: members.append(("trust", "accepted without a voucher"))
        case .anchor: members.append(("trust", "anchor"))
        case .metadata(let description): members += [("trust", "metadata"), ("description", .string(description))]
        }
        return .object(JSONObject(members))
    }
}

extension AuthenticatorFlags {
    fileprivate var report: [(String, JSONValue)] {
        [
            ("up", .bool(contains(.userPresent))), ("uv", .bool(contains(.userVerified))),
            ("be", .bool(contains(.backupEligible))), ("bs", .bool(contains(.backedUp))),
        ]
    }
}
