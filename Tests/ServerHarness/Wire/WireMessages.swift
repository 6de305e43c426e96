// SPDX-License-Identifier: Apache-2.0

package import ClientContract
package import WireFormats

/// A request in the form in which it is sent.
package struct WireRequest: Sendable {
    package var method: String
    package var path: String
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8] = []

    package init(_ method: String, path: String) {
        self.method = method
        self.path = path
    }

    /// Creates a request with a JSON body.
    package init(_ method: String, path: String, json: JSONValue) {
        self.init(method, path: path)
        headers.append(("Content-Type", "application/json"))
        body = json.serialized()
    }

    /// Creates a request of the API.
    package init(_ request: APIRequest<some Any>) {
        self.init(request.method, path: request.path)
        guard let json = request.body else { return }
        headers.append(("Content-Type", "application/json"))
        body = JSONValue.object(json).serialized()
    }

    package func authorized(by token: String) -> WireRequest {
        var request = self
        request.headers.append(("Authorization", "Bearer \(token)"))
        return request
    }

    func bytes(host: String) -> [UInt8] {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if !body.isEmpty || method != "GET" { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}

/// A response as received from the wire.
package struct WireResponse: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The body, if it is a JSON object.
    package var json: JSONObject? { (try? JSONReader.read(body))?.objectValue }

    /// The code of the problem.
    package var code: String? { json?["code"]?.stringValue }

    package func text(_ member: String) -> String? { json?[member]?.stringValue }

    /// Reads the answer to a request of the API.
    func answer<Answer>(to request: APIRequest<Answer>) throws -> Answer {
        do {
            return try request.answer(in: APIResponse(status: status, headers: headers, body: body))
        } catch {
            throw UnexpectedResponse(self, expected: "an answer to \(request.method) \(request.path)")
        }
    }
}

extension WireResponse: CustomStringConvertible {
    package var description: String { "\(status) \(String(decoding: body.prefix(600), as: UTF8.self))" }
}

/// The reason for a missing response.
package enum WireFailure: Error {
    case notConnected(String)
    /// The connection was lost. The request may have taken effect or not.
    case connectionLost
    case malformed(String)
}
