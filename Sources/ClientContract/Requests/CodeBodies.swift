// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// `POST /otp/challenge`. The code that it sends is good only with the session of its answer.
package struct CodeChallengeBody: Sendable {
    package var client: ClientParameters
    package var connection: String?
    package var email: String?
    package var phoneNumber: String?
    package var allowsSignUp = false
    /// `text` or `voice`.
    package var deliveryMethod: String?

    package init(client: ClientParameters) {
        self.client = client
    }

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        connection = body.text("connection")
        email = body.text("email")
        phoneNumber = body.text("phone_number")
        allowsSignUp = body["allow_signup"]?.boolValue ?? false
        deliveryMethod = body.text("delivery_method")
    }

    package var json: JSONObject {
        var body = client.json
        body.append(connection, as: "connection")
        body.append(email, as: "email")
        body.append(phoneNumber, as: "phone_number")
        if allowsSignUp { body.append(true, as: "allow_signup") }
        body.append(deliveryMethod, as: "delivery_method")
        return body
    }
}

/// `POST /passwordless/start`. The code that it sends is good for the client and the address.
package struct PasswordlessStartBody: Sendable {
    package var client: ClientParameters
    /// `email` or `sms`.
    package var connection: String?
    package var email: String?
    package var phoneNumber: String?
    /// `code` or `link`.
    package var kind: String?

    package init(client: ClientParameters) {
        self.client = client
    }

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        connection = body.text("connection")
        email = body.text("email")
        phoneNumber = body.text("phone_number")
        kind = body.text("send")
    }

    package var json: JSONObject {
        var body = client.json
        body.append(connection, as: "connection")
        body.append(email, as: "email")
        body.append(phoneNumber, as: "phone_number")
        body.append(kind, as: "send")
        return body
    }
}
