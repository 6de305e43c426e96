// SPDX-License-Identifier: Apache-2.0

package import ClientContract

/// `POST /passkey/register`.
extension PasskeyRegisterBody: RequestBody {
    /// The longest valid sign-up with every character escaped.
    package static let byteLimit = 128 << 10

    package static let shape = Shape.object(
        ClientParameters.members + [
            .optional("user_profile", as: profileShape, description: "The profile of the new user."),
            .optional("user_identifier", as: profileShape, description: "An older name of user_profile."),
            .optional("user_metadata", as: metadataShape, description: "Metadata of the application about the user."),
            .optional(
                "identifiers_at_finish", as: .boolean,
                description: "Whether user_profile may lack identifiers, which the token request adds."),
            .optional("realm", as: .string(StringRule(length: 0...128)), description: "The name of the connection."),
            .optional(
                "organization", as: .string(StringRule(length: 0...64)),
                description: "The ID or name of an organization."),
            CodeChallengeBody.deliveryMethod,
        ])

    private static let metadataShape = Shape.object([], others: .strings(count: 10, maxLength: 500))

    private static let profileRules: [Member] = [
        .optional("email", as: .string(StringRule(length: 0...320, alphabet: .withoutControls))),
        .optional(
            "phone_number", as: .string(StringRule(length: 0...30, alphabet: .withoutControls)),
            description: "In E.164 format."),
        .optional("username", as: .string(StringRule(length: 0...128, alphabet: .withoutControls))),
        .optional("name", as: .string(StringRule(length: 0...300, alphabet: .withoutControls))),
        .optional("given_name", as: .string(StringRule(length: 0...150, alphabet: .withoutControls))),
        .optional("family_name", as: .string(StringRule(length: 0...150, alphabet: .withoutControls))),
        .optional("nickname", as: .string(StringRule(length: 0...300, alphabet: .withoutControls))),
        .optional("picture", as: .string(StringRule(length: 0...2048, alphabet: .withoutControls, format: "uri"))),
    ]

    static let profileShape = Shape.object(
        profileRules + [.optional("user_metadata", as: metadataShape)], others: .rejected)
}

/// `POST /passkey/challenge`.
extension PasskeyChallengeBody: RequestBody {
    package static let shape = Shape.object(
        ClientParameters.members + [
            .optional("realm", as: .string(StringRule(length: 0...128)), description: "The name of the connection."),
            .optional(
                "organization", as: .string(StringRule(length: 0...64)),
                description: "The ID or name of an organization."),
        ])
}
