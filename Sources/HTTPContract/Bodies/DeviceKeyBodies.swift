// SPDX-License-Identifier: Apache-2.0

package import ClientContract
import WireFormats

/// `POST /device-keys/challenge`.
extension DeviceKeyChallengeBody: RequestBody {
    package static let shape = Shape.object(
        ClientParameters.members + [
            .optional("realm", as: .string(StringRule(length: 0...128)), description: "The connection's name.")
        ])
}

/// `POST /device-keys/register`.
extension DeviceKeyRegisterBody: RequestBody {
    package static let shape = Shape.object(
        ClientParameters.members + [
            .optional("realm", as: .string(StringRule(length: 0...128)), description: "The connection's name."),
            .required("user_profile", as: PasskeyRegisterBody.profileShape),
            .optional("user_metadata", as: .anyObject, description: "The application's data about the user."),
            DeviceKeyCreateBody.deviceName, DeviceKeyCreateBody.publicKey, CodeChallengeBody.deliveryMethod,
        ])
}

/// `POST /device-keys`.
extension DeviceKeyCreateBody: RequestBody {
    package static let shape = Shape.object([
        .required(
            "auth_session", as: .string(StringRule(length: 0...CeremonySession.length)),
            description: "From /device-keys/challenge."),
        deviceName, publicKey,
        .required(
            "assertion", as: .string(StringRule(length: 0...8192)),
            description: "What the new key has signed, for the user of the access token."),
    ])

    static let deviceName = Member.required(
        "device_name", as: .string(StringRule(length: 1...100, alphabet: .withoutControls)),
        description: "The name that the user knows the device by.")
    static let publicKey = Member.required(
        "public_key",
        as: .object([
            .required("kty", as: .oneOf(["EC", "RSA"])),
            .optional("crv", as: .string(StringRule(length: 0...16)), description: "P-256."),
            .optional("x", as: .string(StringRule(length: 0...64, alphabet: .base64URL))),
            .optional("y", as: .string(StringRule(length: 0...64, alphabet: .base64URL))),
            .optional("n", as: .string(StringRule(length: 0...1400, alphabet: .base64URL))),
            .optional("e", as: .string(StringRule(length: 0...16, alphabet: .base64URL))),
        ]), description: "The key in the form of JSON Web Key.")
}
