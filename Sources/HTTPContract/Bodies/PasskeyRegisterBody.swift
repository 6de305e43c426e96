// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// `POST /passkey/register`.
package struct PasskeyRegisterBody: RequestBody {
    package let client: ClientParameters
    package let realm: String?
    package let organization: String?
    /// By its name on the wire.
    package let profile: [String: String]
    package let metadata: JSONObject

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        realm = body.text("realm")
        organization = body.text("organization")
        // Auth0 called it user_identifier in its first description.
        let object = (body["user_profile"] ?? body["user_identifier"])?.objectValue ?? JSONObject()
        var profile: [String: String] = [:]
        for member in Self.profileMembers {
            profile[member.name] = object.text(member.name)
        }
        self.profile = profile
        // Version 1.7 of auth0-auth-js put it into the profile.
        metadata = body["user_metadata"]?.objectValue ?? object["user_metadata"]?.objectValue ?? JSONObject()
    }

    /// Everything that a sign-up may bring, in the longest of JSON's spellings.
    package static let byteLimit = 128 << 10

    package static let shape = Shape.object(
        ClientParameters.members + [
            .optional("user_profile", profileShape, "Who signs up."),
            .optional("user_identifier", profileShape, "The older name of user_profile."),
            .optional("user_metadata", metadataShape, "What the application wants to keep of the person."),
            .optional("realm", .text(TextRule(length: 0...128)), "The name of the connection."),
            .optional("organization", .text(TextRule(length: 0...64)), "The id or the name of an organization."),
        ])

    private static let metadataShape = Shape.object([], others: .texts(count: 10, upTo: 500))

    private static let profileMembers: [Member] = [
        .optional("email", .text(TextRule(length: 0...320, alphabet: .withoutControls))),
        .optional("phone_number", .text(TextRule(length: 0...30, alphabet: .withoutControls)), "As E.164 has it."),
        .optional("username", .text(TextRule(length: 0...128, alphabet: .withoutControls))),
        .optional("name", .text(TextRule(length: 0...300, alphabet: .withoutControls))),
        .optional("given_name", .text(TextRule(length: 0...150, alphabet: .withoutControls))),
        .optional("family_name", .text(TextRule(length: 0...150, alphabet: .withoutControls))),
        .optional("nickname", .text(TextRule(length: 0...300, alphabet: .withoutControls))),
        .optional("picture", .text(TextRule(length: 0...2048, alphabet: .withoutControls, format: "uri"))),
    ]

    private static let profileShape = Shape.object(
        profileMembers + [.optional("user_metadata", metadataShape)], others: .refused)
}
