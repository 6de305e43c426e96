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

    /// A relying party's record of the credential, as a member of a verification case.
    func record(isBackupEligible: Bool) -> JSONValue {
        [
            "id": .string(Base64URL.encode(id)), "public_key": .string(Base64URL.encode(coseKey)),
            "sign_count": .number(JSONNumber(Int64(signCount))), "backup_eligible": .bool(isBackupEligible),
            "user_handle": .string(Base64URL.encode(userHandle)),
        ]
    }
}

extension AuthenticatorFailure {
    /// The message for the terminal.
    var explanation: String {
        switch self {
        case .excluded: "The vault holds a credential that the options exclude. Use another vault."
        case .noCredential:
            "The vault has no credential that the options allow. Create one with thumbturn authenticator create."
        case .noCommonAlgorithm: "The profile supports none of the algorithms in the options."
        case .algorithmNotSupported(let algorithm):
            "The software authenticator does not support the algorithm \(algorithm.rawValue)."
        case .userVerificationUnavailable:
            "The options require user verification, which is turned off. Leave out --unverified."
        case .notEligible:
            "The profile is not the kind of authenticator that the options ask for. Use another --profile."
        case .originMismatch(let id, let origin):
            "The origin \(origin) may not use the relying party ID \(id). It must be the origin's host or a parent domain."
        case .optionsMalformed(let detail): "The options are malformed (\(detail))."
        case .vaultMalformed(let detail): "The vault is malformed (\(detail))."
        case .attestationImpossible(let kind): "This credential does not support \(kind) attestation."
        case .tamperingNotApplicable(let name): "\(name) has nothing to tamper with in this ceremony."
        }
    }
}
