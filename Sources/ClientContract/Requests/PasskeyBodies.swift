// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// `POST /passkey/register`.
package struct PasskeyRegisterBody: Sendable {
    package var client: ClientParameters
    package var realm: String?
    package var organization: String?
    /// The profile's members by their names in the request.
    package var profile: [String: String] = [:]
    package var metadata = JSONObject()
    /// Whether the identifiers come with the credential's response.
    package var hasIdentifiersAtFinish = false
    /// How a code reaches the phone number that the sign-up has to prove: `text` or `voice`.
    package var deliveryMethod: String?

    package init(client: ClientParameters) {
        self.client = client
    }

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        realm = body.text("realm")
        organization = body.text("organization")
        // Auth0's first documentation called it user_identifier.
        let object = (body["user_profile"] ?? body["user_identifier"])?.objectValue ?? JSONObject()
        profile = Self.profile(of: object)
        // auth0-auth-js 1.7 puts it into the profile.
        metadata = body["user_metadata"]?.objectValue ?? object["user_metadata"]?.objectValue ?? JSONObject()
        hasIdentifiersAtFinish = body["identifiers_at_finish"]?.boolValue ?? false
        deliveryMethod = body.text("delivery_method")
    }

    package var json: JSONObject {
        var body = client.json
        body.append(realm, as: "realm")
        body.append(organization, as: "organization")
        body.append(.object(Self.json(of: profile)), as: "user_profile")
        if hasIdentifiersAtFinish { body.append(true, as: "identifiers_at_finish") }
        body.append(deliveryMethod, as: "delivery_method")
        if !metadata.isEmpty { body.append(.object(metadata), as: "user_metadata") }
        return body
    }

    static func profile(of object: JSONObject) -> [String: String] {
        var texts: [String: String] = [:]
        for member in profileMembers { texts[member] = object.text(member) }
        return texts
    }

    static func json(of profile: [String: String]) -> JSONObject {
        var object = JSONObject()
        for member in profileMembers { object.append(profile[member], as: member) }
        return object
    }

    package static let profileMembers = [
        "email", "phone_number", "username", "name", "given_name", "family_name", "nickname", "picture",
    ]
}

/// `POST /passkey/challenge`.
package struct PasskeyChallengeBody: Sendable {
    package var client: ClientParameters
    package var realm: String?
    package var organization: String?

    package init(client: ClientParameters) {
        self.client = client
    }

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        realm = body.text("realm")
        organization = body.text("organization")
    }

    package var json: JSONObject {
        var body = client.json
        body.append(realm, as: "realm")
        body.append(organization, as: "organization")
        return body
    }
}
