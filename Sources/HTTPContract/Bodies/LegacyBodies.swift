// SPDX-License-Identifier: Apache-2.0

package import ClientContract
package import WireFormats

// The requests of Auth0's Touch ID library and Lock, as their old versions send them.

/// `POST /oauth/ro`.
package struct LegacySignInBody: ClientBody {
    package let client: ClientParameters
    package let grantType: String
    package let connection: String?
    package let username: String?
    package let password: String?
    /// What the key of a device has signed.
    package let assertion: String?
    package let scope: String?

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        grantType = body.text("grant_type") ?? ""
        connection = body.text("connection")
        username = body.text("username")
        password = body.text("password")
        assertion = body.text("id_token")
        scope = body.text("scope")
    }

    package static let shape = Shape.object(
        ClientParameters.members + [
            .required("grant_type", as: .string(upTo: 200)),
            .optional("connection", as: .string(StringRule(length: 0...128)), description: "The connection's name."),
            .optional("username", as: .string(StringRule(length: 0...320))),
            .optional("password", as: .string(StringRule(length: 0...1024))),
            .optional(
                "id_token", as: .string(StringRule(length: 0...16_384)),
                description: "What the key of a device has signed."),
            .optional("scope", as: .string(StringRule(length: 0...2048))),
            .optional("device", as: .string(StringRule(length: 0...200)), description: "Ignored."),
        ])
}

/// `POST /tokeninfo`.
package struct TokenInfoBody: RequestBody {
    package let token: String

    package init(_ body: JSONObject) {
        token = body.text("id_token") ?? ""
    }

    package static let shape = Shape.object([
        .required("id_token", as: .string(upTo: 8192), description: "An ID token of this server.")
    ])
}

/// `POST` and `DELETE /api/users/{id}/publickey`.
package struct LegacyKeyBody: RequestBody {
    package let publicKey: String?
    package let device: String

    package init(_ body: JSONObject) {
        publicKey = body.text("public_key")
        device = body.text("device") ?? ""
    }

    package static let shape = Shape.object([
        .optional(
            "public_key", as: .string(StringRule(length: 0...4096)), description: "PEM of PKCS #1, to register it."),
        .required("device", as: .string(StringRule(length: 1...200)), description: "The device's name."),
    ])
}

/// `POST /api/v2/device-credentials`.
package struct DeviceCredentialBody: RequestBody {
    package let value: String
    package let deviceName: String
    package let deviceID: String?
    package let type: String
    package let clientID: String?

    package init(_ body: JSONObject) {
        value = body.text("value") ?? ""
        deviceName = body.text("device_name") ?? ""
        deviceID = body.text("device_id")
        type = body.text("type") ?? ""
        clientID = body.text("client_id")
    }

    package static let shape = Shape.object([
        .required("value", as: .string(StringRule(length: 1...8192)), description: "Base64 of the key's PEM."),
        .required("device_name", as: .string(StringRule(length: 1...200))),
        .optional("device_id", as: .string(StringRule(length: 0...200))),
        .required("type", as: .oneOf(["public_key"])),
        .required("client_id", as: .string(upTo: 128)),
    ])
}
