// SPDX-License-Identifier: Apache-2.0

/// A request to another server. Redirects are not followed.
package struct OutgoingHTTPRequest: Hashable, Sendable {
    /// A body, which makes the request a POST request.
    package struct Body: Hashable, Sendable {
        package let bytes: [UInt8]
        package let contentType: String

        package init(_ bytes: [UInt8], contentType: String) {
            self.bytes = bytes
            self.contentType = contentType
        }
    }

    package let url: String
    package var body: Body?
    /// The limits of the connection's setup and of the whole transfer, in milliseconds.
    package var connectTimeout = 5_000
    package var timeout = 10_000
    /// The limit of the response's body, in bytes. The head has a limit of its own.
    package var responseLimit = 65_536
    /// Further fields of the head, such as `Accept: application/json`.
    package var fields: [String] = []
    package var inspection = Inspection.none

    /// The facts about the server that are collected besides its response.
    package enum Inspection: Hashable, Sendable {
        case none
        /// The head of the response and the certificates.
        case response
        /// The certificates, which are not verified. Nothing is sent.
        case certificates
    }

    package init(_ url: String) {
        self.url = url
    }
}

/// The response of another server.
package struct OutgoingHTTPResponse: Hashable, Sendable {
    package let status: Int
    package let body: [UInt8]
    /// The fields of the head, in order, if the request asked for an inspection.
    package let fields: [Field]
    /// The certificates that the server presented, as PEM and its own first, if the request asked for an inspection.
    package let certificates: [String]

    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    package init(status: Int, body: [UInt8] = [], fields: [Field] = [], certificates: [String] = []) {
        self.status = status
        self.body = body
        self.fields = fields
        self.certificates = certificates
    }

    /// The first value of a field.
    package func value(of name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
