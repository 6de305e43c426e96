// SPDX-License-Identifier: Apache-2.0

package import WireFormats

// A client writes the response of its device. The results of `prf` stay on the device.

extension CredentialResponse {
    /// The response of a device that has created a credential.
    package static func registration(
        of credentialID: CredentialID, clientDataJSON: [UInt8], attestationObject: [UInt8],
        transports: [AuthenticatorTransport], attachment: AuthenticatorAttachment?, extensionResults: JSONObject = [:]
    ) -> CredentialResponse {
        var response: JSONObject = [
            "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
            "attestationObject": .string(Base64URL.encode(attestationObject)),
        ]
        if !transports.isEmpty {
            response.append(.array(transports.map { .string($0.rawValue) }), as: "transports")
        }
        return CredentialResponse(
            credentialID, response: response, attachment: attachment, extensionResults: extensionResults)
    }

    /// The response of a device that has used a credential.
    package static func authentication(
        with credentialID: CredentialID, clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
        userHandle: [UInt8], attachment: AuthenticatorAttachment?, extensionResults: JSONObject = [:]
    ) -> CredentialResponse {
        var response: JSONObject = [
            "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
            "authenticatorData": .string(Base64URL.encode(authenticatorData)),
            "signature": .string(Base64URL.encode(signature)),
        ]
        if !userHandle.isEmpty { response.append(.string(Base64URL.encode(userHandle)), as: "userHandle") }
        return CredentialResponse(
            credentialID, response: response, attachment: attachment, extensionResults: extensionResults)
    }

    private init(
        _ credentialID: CredentialID, response: JSONObject, attachment: AuthenticatorAttachment?,
        extensionResults: JSONObject
    ) {
        var body: JSONObject = [
            "id": .string(credentialID.base64URL), "rawId": .string(credentialID.base64URL), "type": "public-key",
        ]
        body.append(attachment.map { .string($0.rawValue) }, as: "authenticatorAttachment")
        body.append(.object(response), as: "response")
        body.append(.object(extensionResults), as: "clientExtensionResults")
        self.init(body)
    }
}
