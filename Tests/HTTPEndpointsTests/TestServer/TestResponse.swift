// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing
import WireFormats

/// A response that a test client received.
struct TestResponse: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    init(_ response: HTTPResponse) {
        status = response.status.code
        headers = response.headers
        body = response.body
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    var json: JSONObject? { (try? JSONReader.read(body))?.objectValue }

    /// The code of the problem, or the status if there is none.
    var code: String { json?["code"]?.stringValue ?? "\(status)" }

    /// Returns a string in the JSON body. Dots separate nested names.
    func text(_ path: String) throws -> String { try #require(value(path)?.stringValue, "\(path) in \(text)") }

    /// Returns a value in the JSON body. Dots separate nested names.
    func value(_ path: String) -> JSONValue? {
        guard let json else { return nil }
        return path.split(separator: ".").reduce(JSONValue.object(json)) { $0?[String($1)] }
    }

    /// Requires the status.
    @discardableResult
    func require(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) throws -> TestResponse {
        try #require(self.status == status, "\(text)", sourceLocation: sourceLocation)
        return self
    }
}
