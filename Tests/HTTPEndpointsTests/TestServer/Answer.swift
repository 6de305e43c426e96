// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing
import WireFormats

/// What came back.
struct Answer: Sendable {
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

    /// The stable name of the reason, or the status where there is none.
    var code: String { json?["code"]?.stringValue ?? "\(status)" }

    /// A member that is a text; names further in are parted by dots.
    func text(_ path: String) throws -> String { try #require(value(path)?.stringValue, "\(path) in \(text)") }

    /// A member; names further in are parted by dots.
    func value(_ path: String) -> JSONValue? {
        guard let json else { return nil }
        return path.split(separator: ".").reduce(JSONValue.object(json)) { $0?[String($1)] }
    }

    /// Fails the test unless this is the status.
    @discardableResult
    func require(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) throws -> Answer {
        try #require(self.status == status, "\(text)", sourceLocation: sourceLocation)
        return self
    }
}
