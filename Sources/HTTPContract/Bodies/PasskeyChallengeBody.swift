// SPDX-License-Identifier: Apache-2.0

package import WireFormats

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
            .optional("realm", .text(TextRule(length: 0...128)), "The name of the connection."),
            .optional("organization", .text(TextRule(length: 0...64)), "The id or the name of an organization."),
        ])
}
