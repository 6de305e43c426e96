// SPDX-License-Identifier: Apache-2.0

package import ClientContract
package import SoftwareAuthenticator
package import WebAuthnMessages
package import WireFormats

/// A user with a device, an application and a connection to the server. It sends the requests of an SDK.
package final class TestClient {
    package let wire: WireClient
    package let address: String
    /// The application, from ``HarnessConfiguration``.
    package let client: String
    package var device: SoftwareAuthenticator
    package var tokens: TokenAnswer?
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

    /// A ceremony's session with the device's response.
    package struct Submission: Sendable {
        package let session: String
        package let response: CredentialResponse

        package init(session: String, response: CredentialResponse) {
            self.session = session
            self.response = response
        }
    }

    /// The parameters that identify and authenticate the client.
    var credentials: ClientParameters {
        guard client == HarnessConfiguration.service else { return ClientParameters(id: client) }
        let assertion = ClientKey.shared.assertion()
        lastAssertion = assertion
        return Self.credentials(assertion: assertion)
    }

    static func credentials(assertion: String) -> ClientParameters {
        ClientParameters(
            id: HarnessConfiguration.service,
            assertionType: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer", assertion: assertion)
    }

    package func send(_ request: APIRequest<some Any>) throws -> WireResponse {
        try wire.send(WireRequest(request))
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
