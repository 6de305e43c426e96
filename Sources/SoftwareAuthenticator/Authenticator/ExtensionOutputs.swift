// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// The extension outputs of a registration.
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
            // Security keys also put this into their signed data; platform passkeys don't.
            if profile.attachment == .crossPlatform { authenticatorOutputs.append(("hmac-secret", .bool(true))) }
        }
        if inputs.largeBlob != nil {
            clientOutputs.append(("largeBlob", .object([("supported", .bool(credential.supportsLargeBlob))])))
        }
        if inputs.appidExclude != nil { clientOutputs.append(("appidExclude", .bool(true))) }
        if let level = credential.protectionLevel { authenticatorOutputs.append(("credProtect", .integer(level))) }
    }

    /// The level of a credProtect policy (CTAP2 §12.1).
    static func protectionLevel(_ policy: String?) -> Int? {
        switch policy {
        case "userVerificationOptional": 1
        case "userVerificationOptionalWithCredentialIDList": 2
        case "userVerificationRequired": 3
        default: nil
        }
    }
}

/// The extension outputs of an authentication.
struct AuthenticationExtensions {
    private(set) var clientOutputs: [(name: String, value: JSONText)] = []
    /// The large blob to store, if one is written.
    private(set) var writtenBlob: [UInt8]?

    init(_ inputs: ExtensionInputs?, credential: CredentialRecord, usesAppID: Bool) {
        guard let inputs else { return }
        if inputs.appid != nil { clientOutputs.append(("appid", .bool(usesAppID))) }
        if let prf = inputs.prf {
            let own = prf.evalByCredential?[Base64Text.url(credential.id)]
            let members = (own ?? prf.eval).map {
                [(name: "results", value: PseudoRandomFunction.results(secret: credential.prfSecret, salts: $0))]
            }
            clientOutputs.append(("prf", .object(members ?? [])))
        }
        if let blob = inputs.largeBlob { addLargeBlob(blob, credential: credential) }
    }

    private mutating func addLargeBlob(_ input: ExtensionInputs.LargeBlob, credential: CredentialRecord) {
        var members: [(name: String, value: JSONText)] = []
        if input.read == true, let blob = credential.largeBlob { members.append(("blob", .base64URL(blob))) }
        if let blob = input.write?.bytes {
            members.append(("written", .bool(credential.supportsLargeBlob)))
            if credential.supportsLargeBlob { writtenBlob = blob }
        }
        clientOutputs.append(("largeBlob", .object(members)))
    }
}

/// WebAuthn's `prf` extension on top of CTAP2's hmac-secret.
enum PseudoRandomFunction {
    static func output(secret: [UInt8], salt: [UInt8]) -> [UInt8] {
        let hashed = DigestAlgorithm.sha256.hash(Array("WebAuthn PRF".utf8) + [0], followedBy: salt)
        return HMAC.authenticationCode(for: hashed, key: secret, .sha256)
    }

    /// The `results` member for one or two salts.
    static func results(secret: [UInt8], salts: ExtensionInputs.PRF.Salts) -> JSONText {
        var members = [(name: "first", value: JSONText.base64URL(output(secret: secret, salt: salts.first.bytes)))]
        if let second = salts.second {
            members.append(("second", .base64URL(output(secret: secret, salt: second.bytes))))
        }
        return .object(members)
    }
}
