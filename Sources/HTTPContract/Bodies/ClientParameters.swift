// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The client identification and credentials in a body.
package struct ClientParameters: Hashable, Sendable {
    package let id: String?
    package let secret: String?
    package let assertionType: String?
    package let assertion: String?

    init(_ body: JSONObject) {
        id = body.text("client_id")
        secret = body.text("client_secret")
        assertionType = body.text("client_assertion_type")
        assertion = body.text("client_assertion")
    }

    static let members: [Member] = [
        .optional("client_id", as: .string(StringRule(length: 0...128)), description: "The client's identifier."),
        .optional(
            "client_secret", as: .string(StringRule(length: 0...512)),
            description: "The secret of a confidential client."),
        .optional("client_assertion_type", as: .string(StringRule(length: 0...128))),
        .optional(
            "client_assertion", as: .string(StringRule(length: 0...8192)),
            description: "A JWT signed with the client's key (RFC 7523)."),
    ]
}
