// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// `POST /passkey/register`.
package struct PasskeyRegisterBody: RequestBody {
    package let client: ClientParameters
    package let realm: String?
    package let organization: String?
    /// The profile's members by their names in the request.
    package let profile: [String: String]
    package let metadata: JSONObject
    /// Whether the identifiers come with the token request.
    package let identifiersAtFinish: Bool

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        realm = body.text("realm")
        organization = body.text("organization")
        // Auth0's first documentation called it user_identifier.
        let object = (body["user_profile"] ?? body["user_identifier"])?.objectValue ?? JSONObject()
        var profile: [String: String] = [:]
        for member in Self.profileMembers {
            profile[member.name] = object.text(member.name)
        }
        self.profile = profile
        // auth0-auth-js 1.7 puts it into the profile.
        metadata = body["user_metadata"]?.objectValue ?? object["user_metadata"]?.objectValue ?? JSONObject()
        identifiersAtFinish = body["identifiers_at_finish"]?.boolValue ?? false
    }

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
        ])

    private static let metadataShape = Shape.object([], others: .strings(count: 10, maxLength: 500))

    private static let profileMembers: [Member] = [
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
        profileMembers + [.optional("user_metadata", as: metadataShape)], others: .rejected)
}

/// `POST /passkey/challenge`.
package struct PasskeyChallengeBody: RequestBody {
    package let client: ClientParameters
    package let realm: String?
    package let organization: String?

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        realm = body.text("realm")
        organization = body.text("organization")
    }

    package static let shape = Shape.object(
        ClientParameters.members + [
            .optional("realm", as: .string(StringRule(length: 0...128)), description: "The name of the connection."),
            .optional(
                "organization", as: .string(StringRule(length: 0...64)),
                description: "The ID or name of an organization."),
        ])
}
