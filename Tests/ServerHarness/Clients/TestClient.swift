// SPDX-License-Identifier: Apache-2.0

package import SoftwareAuthenticator
package import WireFormats

/// A user with a device, an application and a connection to the server. It sends the requests of an SDK.
package final class TestClient {
    package let wire: WireClient
    package let address: String
    /// The application, from ``HarnessConfiguration``.
    package let client: String
    package var device: SoftwareAuthenticator
    package var tokens: Tokens?
    /// The latest client assertion.
    package private(set) var lastAssertion: String?

    package init(
        _ wire: WireClient, address: String = "somebody@example.org", client: String = HarnessConfiguration.web,
        device: SoftwareAuthenticator = SoftwareAuthenticator()
    ) {
        self.wire = wire
        self.address = address
        self.client = client
        self.device = device
    }

    /// The tokens of a token response.
    package struct Tokens: Sendable {
        package var access: String
        package var id: String?
        package var refresh: String?

        package init(_ response: WireResponse) throws(UnexpectedResponse) {
            guard response.status == 200, let access = response.text("access_token") else {
                throw UnexpectedResponse(response, expected: "tokens")
            }
            self.access = access
            id = response.text("id_token")
            refresh = response.text("refresh_token")
        }
    }

    /// A ceremony that the server has started.
    package struct StartedCeremony: Sendable {
        package let session: String
        package let options: [UInt8]
    }

    /// A ceremony's session with the device's response.
    package struct Submission: Sendable {
        package let session: String
        package let response: JSONValue

        package init(session: String, response: JSONValue) {
            self.session = session
            self.response = response
        }
    }

    /// The members of a request that authenticate the client.
    package var credentials: JSONObject {
        guard client == HarnessConfiguration.service else { return ["client_id": .string(client)] }
        let assertion = ClientKey.shared.assertion()
        lastAssertion = assertion
        return Self.credentials(assertion: assertion)
    }

    package static func credentials(assertion: String) -> JSONObject {
        [
            "client_id": .string(HarnessConfiguration.service),
            "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            "client_assertion": .string(assertion),
        ]
    }

    package func post(_ path: String, members: JSONObject) throws -> WireResponse {
        try wire.send(WireRequest("POST", path: path, json: .object(members)))
    }
}

/// A response that a trial did not expect.
package struct UnexpectedResponse: Error, CustomStringConvertible {
    package let description: String

    package init(_ response: WireResponse, expected: String) {
        description = "expected \(expected), got \(response)"
    }
}

extension JSONObject {
    /// Returns the members of both objects. Those of `other` take precedence.
    package func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        for member in other.members { merged[member.name] = member.value }
        return merged
    }
}
