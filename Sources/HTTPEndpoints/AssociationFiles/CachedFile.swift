// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import WireFormats

/// Public JSON, which may be cached for an hour.
struct CachedFile {
    private let bytes: [UInt8]
    private let tag: String

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tag = "\"\(Base64URL.encode(DigestAlgorithm.sha256.hash(bytes)))\""
    }

    /// The file, or status 304 if the client has it.
    func response(to request: HTTPRequest) -> HTTPResponse {
        let fields: HTTPFields = [
            "ETag": tag, "Cache-Control": "public, max-age=3600", "X-Content-Type-Options": "nosniff",
        ]
        if isKnown(to: request) { return HTTPResponse(status: 304, headers: fields) }
        var response = HTTPResponse(status: 200, headers: fields, body: bytes)
        // Apple's and Android's readers require exactly this type.
        response.headers["Content-Type"] = "application/json"
        return response
    }

    /// Tags are compared weakly here (RFC 9110, section 13.1.2).
    private func isKnown(to request: HTTPRequest) -> Bool {
        request.headers.values(for: "If-None-Match")
            .flatMap { FieldList.split($0, at: UInt8(ascii: ",")) }
            .contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
    }
}
