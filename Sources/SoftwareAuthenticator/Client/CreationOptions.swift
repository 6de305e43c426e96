// SPDX-License-Identifier: Apache-2.0

import Foundation

/// PublicKeyCredentialCreationOptionsJSON, as far as this client looks at it.
struct CreationOptions: Decodable {
    struct RelyingParty: Decodable { var id: String? }

    struct User: Decodable {
        let id: Base64URLBytes
        let name: String
        var displayName: String?
    }

    struct Parameter: Decodable {
        let type: String
        let alg: Int
    }

    struct Selection: Decodable {
        var authenticatorAttachment: String?
        var residentKey: String?
        var requireResidentKey: Bool?
        var userVerification: String?
    }

    let rp: RelyingParty
    let user: User
    let challenge: Base64URLBytes
    let pubKeyCredParams: [Parameter]
    var excludeCredentials: [CredentialDescriptor]?
    var authenticatorSelection: Selection?
    var attestation: String?
    var extensions: ExtensionInputs?

    /// In the relying party's order; WebAuthn §5.4 makes an empty list mean ES256 and RS256.
    var algorithms: [KeyAlgorithm] {
        guard !pubKeyCredParams.isEmpty else { return [.es256, .rs256] }
        return pubKeyCredParams.filter { $0.type == "public-key" }.map { KeyAlgorithm(rawValue: $0.alg) }
    }

    /// `residentKey` where present, else the older `requireResidentKey`.
    var residentKey: String {
        authenticatorSelection?.residentKey
            ?? (authenticatorSelection?.requireResidentKey == true ? "required" : "discouraged")
    }
}

/// PublicKeyCredentialDescriptorJSON.
struct CredentialDescriptor: Decodable {
    let id: Base64URLBytes
    var type: String?
}
