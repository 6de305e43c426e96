// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A response as any transport receives it.
package struct APIResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first header field of that name.
    package subscript(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The body, or `nil` if it is no JSON object.
    package var json: JSONObject? {
        (try? JSONReader.read(body))?.objectValue
    }

    /// The signal that the client passes on to its device. A response without a body carries it in a header field.
    package var signal: SignalAnswer? {
        let field = self["Thumbturn-Signal"].flatMap { try? JSONReader.read(Array($0.utf8)) }
        return (field ?? json?["signal"])?.objectValue.map(SignalAnswer.init)
    }
}

/// Why a response is not the answer.
package enum APIFailure: Error, Sendable {
    /// The server says why.
    case problem(ProblemAnswer)
    /// The body is not what the API answers with.
    case unexpected(status: Int)
}
