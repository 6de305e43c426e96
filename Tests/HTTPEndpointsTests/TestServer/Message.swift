// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import Testing
import WireFormats

/// A request of a test client.
struct Message: Sendable {
    var method: HTTPMethod
    var path: String
    var host = TestServer.host
    var address = "192.0.2.1"
    var headers = HTTPFields()
    var body: [UInt8] = []

    init(_ method: HTTPMethod, path: String) {
        self.method = method
        self.path = path
    }

    static func get(_ path: String) -> Message { Message(.get, path: path) }

    /// A request with a JSON body, in the media type that Auth0.Android sends.
    static func post(_ path: String, json: JSONObject) -> Message { .json(.post, path: path, body: json) }

    static func json(_ method: HTTPMethod, path: String, body: JSONObject) -> Message {
        .raw(method, path: path, body: JSONValue.object(body).serialized(), type: "application/json; charset=utf-8")
    }

    /// A request with a form.
    static func form(_ path: String, parameters: KeyValuePairs<String, String>) -> Message {
        let pairs = parameters.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
        return .raw(
            .post, path: path, body: Array(pairs.joined(separator: "&").utf8), type: "application/x-www-form-urlencoded"
        )
    }

    static func raw(_ method: HTTPMethod, path: String, body: [UInt8], type: String?) -> Message {
        var message = Message(method, path: path)
        message.body = body
        message.headers["Content-Type"] = type
        return message
    }

    func setting(_ name: String, to value: String?) -> Message {
        var copy = self
        copy.headers[name] = value
        return copy
    }

    func at(_ host: String) -> Message {
        var copy = self
        copy.host = host
        return copy
    }

    func from(_ address: String) -> Message {
        var copy = self
        copy.address = address
        return copy
    }

    /// The request as a script on a page sends it.
    func on(_ origin: String) -> Message { setting("Origin", to: origin) }

    var request: HTTPRequest {
        get throws {
            var fields: HTTPFields = ["Host": host]
            for field in headers.fields { fields.append(field.name, value: field.value) }
            return HTTPRequest(
                head: RequestHead(method: method, target: path, headers: fields), body: body, isSecure: true)
        }
    }

    var connection: ConnectionDetails {
        get throws { ConnectionDetails(peer: try #require(PeerAddress(address)), isSecure: true) }
    }
}
