// SPDX-License-Identifier: Apache-2.0

/// What a new credential answers to the extensions it was asked about.
struct RegistrationExtensions {
    private(set) var clientOutputs: [(name: String, value: JSONText)] = []
    private(set) var authenticatorOutputs: [(CBORItem, CBORItem)] = []

    init(_ inputs: ExtensionInputs?, credential: CredentialRecord, profile: AuthenticatorProfile) {
        guard let inputs else { return }
        if inputs.credProps == true {
            clientOutputs.append(("credProps", .object([("rk", .bool(credential.isDiscoverable))])))
        }
        if let prf = inputs.prf {
            var members: [(name: String, value: JSONText)] = [("enabled", .bool(true))]
            if let salts = prf.eval {
                members.append(("results", PseudoRandomFunction.results(secret: credential.prfSecret, salts: salts)))
            }
            clientOutputs.append(("prf", .object(members)))
            // Security keys say so in their signed data as well; platform passkeys do not.
            if profile.attachment == .crossPlatform { authenticatorOutputs.append(("hmac-secret", .bool(true))) }
        }
        if inputs.largeBlob != nil {
            clientOutputs.append(("largeBlob", .object([("supported", .bool(credential.supportsLargeBlob))])))
        }
        if inputs.appidExclude != nil { clientOutputs.append(("appidExclude", .bool(true))) }
        if let level = credential.protectionLevel { authenticatorOutputs.append(("credProtect", .integer(level))) }
    }

    /// CTAP2 §12.1: the policy names and their numbers.
    static func protectionLevel(_ policy: String?) -> Int? {
        switch policy {
        case "userVerificationOptional": 1
        case "userVerificationOptionalWithCredentialIDList": 2
        case "userVerificationRequired": 3
        default: nil
        }
    }
}
