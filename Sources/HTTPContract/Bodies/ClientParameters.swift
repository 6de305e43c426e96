// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// What a body says of the client that sends it.
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
        .optional("client_id", .text(TextRule(length: 0...128)), "The application."),
        .optional("client_secret", .text(TextRule(length: 0...512)), "For applications that keep one."),
        .optional("client_assertion_type", .text(TextRule(length: 0...128))),
        .optional("client_assertion", .text(TextRule(length: 0...8192)), "A JWT signed with the application's key."),
    ]
}
