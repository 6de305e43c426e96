// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import WireFormats

/// A public file, by default JSON that may be cached for an hour.
struct CachedFile {
    private let bytes: [UInt8]
    private let contentType: String
    private let caching: String
    private let tag: String

    // Apple's and Android's readers require exactly this type.
    init(_ bytes: [UInt8], contentType: String = "application/json", caching: String = "public, max-age=3600") {
        self.bytes = bytes
        self.contentType = contentType
        self.caching = caching
        tag = "\"\(Base64URL.encode(DigestAlgorithm.sha256.hash(bytes)))\""
    }

    /// The file, or status 304 if the client has it.
    func response(to request: HTTPRequest) -> HTTPResponse {
        let fields: HTTPFields = [
            "ETag": tag, "Cache-Control": caching, "X-Content-Type-Options": "nosniff",
        ]
        if isKnown(to: request) { return HTTPResponse(status: 304, headers: fields) }
        var response = HTTPResponse(status: 200, headers: fields, body: bytes)
        response.headers["Content-Type"] = contentType
        return response
    }

    /// Tags are compared weakly here (RFC 9110, section 13.1.2).
    private func isKnown(to request: HTTPRequest) -> Bool {
        request.headers.values(for: "If-None-Match")
            .flatMap { FieldList.split($0, at: UInt8(ascii: ",")) }
            .contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
    }
}
