// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The client identification and credentials in a body.
package struct ClientParameters: Hashable, Sendable {
    package let id: String?
    package let secret: String?
    package let assertionType: String?
    package let assertion: String?

    package init(id: String?, secret: String? = nil, assertionType: String? = nil, assertion: String? = nil) {
        self.id = id
        self.secret = secret
        self.assertionType = assertionType
        self.assertion = assertion
    }

    package init(_ body: JSONObject) {
        id = body.text("client_id")
        secret = body.text("client_secret")
        assertionType = body.text("client_assertion_type")
        assertion = body.text("client_assertion")
    }

    /// An object that begins with the client's members.
    var json: JSONObject {
        var body = JSONObject()
        body.append(id, as: "client_id")
        body.append(secret, as: "client_secret")
        body.append(assertionType, as: "client_assertion_type")
        body.append(assertion, as: "client_assertion")
        return body
    }
}
