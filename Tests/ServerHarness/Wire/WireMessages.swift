// SPDX-License-Identifier: Apache-2.0

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

    /// The body, if it is JSON.
    package var json: JSONValue? { try? JSONReader.read(body) }

    /// The code of the problem.
    package var code: String? { json?["code"]?.stringValue }

    package func text(_ member: String) -> String? { json?[member]?.stringValue }
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
