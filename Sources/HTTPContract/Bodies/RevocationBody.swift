// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// `POST /oauth/revoke`.
package struct RevocationBody: RequestBody {
    package let client: ClientParameters
    package let token: String

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        token = body.text("token") ?? ""
    }

    package static let shape = Shape.object(
        ClientParameters.members + [
            .required("token", .text(TextRule(length: 1...16_384)), "A refresh token: its whole family ends."),
            .optional("token_type_hint", .text(TextRule(length: 0...64))),
        ])
}
