// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WireFormats

extension HeldCredential {
    /// The credential as a line of JSON.
    var jsonLine: String {
        let json: JSONValue = [
            "id": .string(Base64URL.encode(id)), "rpId": .string(relyingPartyID),
            "userHandle": .string(Base64URL.encode(userHandle)), "userName": .string(userName),
            "algorithm": .number(JSONNumber(Int64(algorithm.rawValue))),
            "signCount": .number(JSONNumber(Int64(signCount))), "discoverable": .bool(isDiscoverable),
        ]
        return String(decoding: json.serialized(), as: UTF8.self)
    }

    /// What a relying party has on record of the credential, in the form of a case.
    func record(isBackupEligible: Bool) -> JSONValue {
        [
            "id": .string(Base64URL.encode(id)), "public_key": .string(Base64URL.encode(coseKey)),
            "sign_count": .number(JSONNumber(Int64(signCount))), "backup_eligible": .bool(isBackupEligible),
            "user_handle": .string(Base64URL.encode(userHandle)),
        ]
    }
}

extension AuthenticatorFailure {
    /// What happened and what to do, for the person at the terminal.
    var explanation: String {
        switch self {
        case .excluded: "The vault holds one of the credentials that the options exclude."
        case .noCredential: "The vault holds no credential that the options allow."
        case .noCommonAlgorithm: "The options offer no algorithm that the profile has."
        case .algorithmNotSupported(let algorithm): "The algorithm \(algorithm.rawValue) is not supported here."
        case .userVerificationUnavailable: "The options require user verification, and it was not to be done."
        case .notEligible: "The options want another kind of authenticator than the profile is."
        case .originMismatch(let id, let origin): "The origin \(origin) may not use the relying party \(id)."
        case .optionsMalformed(let detail): "The options are malformed (\(detail))."
        case .vaultMalformed(let detail): "The vault is malformed (\(detail))."
        case .attestationImpossible(let kind): "The attestation \(kind) cannot be made with this credential."
        case .tamperingNotApplicable(let name): "\(name) has nothing to tamper with in this ceremony."
        }
    }
}
