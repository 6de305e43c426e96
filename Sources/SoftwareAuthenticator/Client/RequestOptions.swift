// SPDX-License-Identifier: Apache-2.0

import Foundation

/// PublicKeyCredentialRequestOptionsJSON, as far as this client looks at it.
struct RequestOptions: Decodable {
    let challenge: Base64URLBytes
    var rpId: String?
    var allowCredentials: [CredentialDescriptor]?
    var userVerification: String?
    var extensions: ExtensionInputs?
}
