// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The extensions this client knows, out of either kind of options; the rest is ignored as WebAuthn §9 wants.
struct ExtensionInputs: Decodable {
    struct PRF: Decodable {
        struct Salts: Decodable {
            let first: Base64URLBytes
            var second: Base64URLBytes?
        }
        var eval: Salts?
        /// By credential id in base64url.
        var evalByCredential: [String: Salts]?
    }

    struct LargeBlob: Decodable {
        var support: String?
        var read: Bool?
        var write: Base64URLBytes?
    }

    var prf: PRF?
    var largeBlob: LargeBlob?
    var credProps: Bool?
    var credentialProtectionPolicy: String?
    var appid: String?
    var appidExclude: String?
}
