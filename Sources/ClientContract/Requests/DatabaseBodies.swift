// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// `POST /dbconnections/signup`. It names its client, which doesn't authenticate.
package struct DatabaseSignUpBody: Sendable {
    package var clientID: String
    package var connection: String?
    package var password: String?
    /// The profile's members by their names in the request.
    package var profile: [String: String] = [:]
    package var metadata = JSONObject()

    package init(clientID: String) {
        self.clientID = clientID
    }

    package init(_ body: JSONObject) {
        clientID = body.text("client_id") ?? ""
        connection = body.text("connection")
        // An empty one is not a missing one.
        password = body["password"]?.stringValue
        profile = PasskeyRegisterBody.profile(of: body)
        metadata = body["user_metadata"]?.objectValue ?? JSONObject()
    }

    package var json: JSONObject {
        var body = PasskeyRegisterBody.json(of: profile)
        body.append(clientID, as: "client_id")
        body.append(connection, as: "connection")
        body.append(password, as: "password")
        if !metadata.isEmpty { body.append(.object(metadata), as: "user_metadata") }
        return body
    }
}

/// `POST /dbconnections/change_password`. A password in it is ignored: whoever reads the mail chooses one.
package struct DatabasePasswordChangeBody: Sendable {
    package let clientID: String
    package let connection: String?
    /// The address, or another name of the account.
    package let name: String

    package init(_ body: JSONObject) {
        clientID = body.text("client_id") ?? ""
        connection = body.text("connection")
        name = body.text("email") ?? body.text("username") ?? ""
    }
}
