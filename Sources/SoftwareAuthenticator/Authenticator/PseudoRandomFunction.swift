// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// WebAuthn's `prf` extension over CTAP2's hmac-secret.
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
