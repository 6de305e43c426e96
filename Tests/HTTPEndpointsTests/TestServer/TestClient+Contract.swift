// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPServer
import WireFormats

extension Message {
    /// A request of the clients' contract.
    init(_ request: APIRequest<some Any>) {
        self.init(HTTPMethod(rawValue: request.method), path: request.path)
        guard let json = request.body else { return }
        body = JSONValue.object(json).serialized()
        headers["Content-Type"] = "application/json"
    }
}

extension TestResponse {
    /// Reads the answer to a request of the clients' contract.
    func answer<Answer>(to request: APIRequest<Answer>) throws(APIFailure) -> Answer {
        let fields = headers.fields.map { (name: $0.name, value: $0.value) }
        return try request.answer(in: APIResponse(status: status, headers: fields, body: body))
    }
}

extension TestClient {
    func revoke(_ refreshToken: String) async throws -> TestResponse {
        let body = RevocationBody(client: ClientParameters(body([:])), token: refreshToken)
        return try await server.send(Message(.revocation(body)).at(host))
    }

    func list(_ token: String) async throws -> TestResponse {
        try await account(Message(.passkeys), token: token)
    }

    func remove(_ passkey: String, with token: String) async throws -> TestResponse {
        try await account(Message(.removal(of: passkey)), token: token)
    }
}
