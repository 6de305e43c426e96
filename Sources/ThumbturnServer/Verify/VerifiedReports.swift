// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension VerifiedRegistration {
    /// What a relying party would store, as JSON.
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
    /// What a relying party would act on and store, as JSON.
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
