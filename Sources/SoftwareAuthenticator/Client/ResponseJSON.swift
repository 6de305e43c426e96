// SPDX-License-Identifier: Apache-2.0

/// A RegistrationResponseJSON or AuthenticationResponseJSON under construction.
struct ResponseJSON {
    typealias Members = [(name: String, value: JSONText)]

    var members: Members
    var response: Members

    init(
        registration credential: CredentialRecord, clientDataJSON: [UInt8], attestationObject: [UInt8],
        authenticatorData: [UInt8]
    ) {
        members = Self.identity(of: credential)
        response = [
            ("clientDataJSON", .base64URL(clientDataJSON)),
            ("attestationObject", .base64URL(attestationObject)),
            ("authenticatorData", .base64URL(authenticatorData)),
            ("publicKey", .base64URL(credential.key.subjectPublicKeyInfo)),
            ("publicKeyAlgorithm", .number(credential.key.algorithm.rawValue)),
        ]
    }

    init(
        authentication credential: CredentialRecord, clientDataJSON: [UInt8], authenticatorData: [UInt8],
        signature: [UInt8]
    ) {
        members = Self.identity(of: credential)
        response = [
            ("clientDataJSON", .base64URL(clientDataJSON)),
            ("authenticatorData", .base64URL(authenticatorData)),
            ("signature", .base64URL(signature)),
        ]
        // Credentials that are not discoverable don't store their user.
        if credential.isDiscoverable { response.append(("userHandle", .base64URL(credential.userHandle))) }
    }

    private static func identity(of credential: CredentialRecord) -> Members {
        let id = JSONText.base64URL(credential.id)
        return [("id", id), ("rawId", id), ("type", .string("public-key"))]
    }

    mutating func complete(profile: AuthenticatorProfile, extensionResults: Members) {
        if response.contains(where: { $0.name == "attestationObject" }) {
            response.append(("transports", .array(profile.transports.map { .string($0) })))
        }
        members.append(("authenticatorAttachment", .string(profile.attachment.rawValue)))
        members.append(("clientExtensionResults", .object(extensionResults)))
    }

    func json(applying mutation: ResponseMutation?) throws(AuthenticatorFailure) -> [UInt8] {
        var copy = self
        guard let mutation, mutation.stage == .response else { return copy.whole.utf8 }
        try mutation.apply(&copy)
        switch mutation {
        case .missingResponse: return JSONText.object(members).utf8
        case .nullResponse: return JSONText.object(members + [("response", .null)]).utf8
        case .notJSON: return Array("attestation".utf8)
        case .trailingResponse: return copy.whole.utf8 + Array("{}".utf8)
        case .duplicateResponseMember: return JSONText.object([("type", .string("public-key"))] + copy.all).utf8
        default: return copy.whole.utf8
        }
    }

    private var all: Members { members + [("response", .object(response))] }
    private var whole: JSONText { .object(all) }
}
