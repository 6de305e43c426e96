// SPDX-License-Identifier: Apache-2.0

import ContentCompression
import Cryptography
import HTTPServer
import WireFormats

/// A public file, by default JSON that may be cached for an hour.
struct CachedFile: Sendable {
    /// The bytes under the name of their encoding, with the tag of exactly these bytes.
    private struct Form {
        let encoding: String?
        let tag: String
        let bytes: [UInt8]
    }

    private let contentType: String
    private var caching: String
    private let original: Form
    /// The preferred form first.
    private let compressed: [Form]

    // Apple's and Android's readers require exactly this type.
    /// Creates a file. One that the program contains is worth the time to compress it.
    init(
        _ bytes: [UInt8], contentType: String = "application/json", caching: String = "public, max-age=3600",
        isCompressed: Bool = false
    ) {
        self.contentType = contentType
        self.caching = caching
        let digest = Base64URL.encode(DigestAlgorithm.sha256.hash(bytes))
        original = Form(encoding: nil, tag: "\"\(digest)\"", bytes: bytes)
        let encodings: [(name: String, compress: ([UInt8]) -> [UInt8]?)] =
            isCompressed ? [("br", ContentCompression.brotli), ("gzip", ContentCompression.gzip)] : []
        compressed = encodings.compactMap { name, compress in
            compress(bytes).map { Form(encoding: name, tag: "\"\(digest)-\(name)\"", bytes: $0) }
        }
    }

    /// The same file with another rule for caches.
    func cached(as caching: String) -> CachedFile {
        var copy = self
        copy.caching = caching
        return copy
    }

    /// The file, or status 304 if the client has it.
    func response(to request: HTTPRequest) -> HTTPResponse {
        let form = compressed.first { $0.encoding.map(request.accepts) ?? false } ?? original
        var fields: HTTPFields = [
            "ETag": form.tag, "Cache-Control": caching, "X-Content-Type-Options": "nosniff",
        ]
        if !compressed.isEmpty { fields["Vary"] = "Accept-Encoding" }
        if request.knows(form.tag) { return HTTPResponse(status: 304, headers: fields) }
        fields["Content-Type"] = contentType
        if let encoding = form.encoding { fields["Content-Encoding"] = encoding }
        return HTTPResponse(status: 200, headers: fields, body: form.bytes)
    }
}

extension HTTPRequest {
    /// Whether the client has what a tag names. Tags are compared weakly here (RFC 9110, section 13.1.2).
    fileprivate func knows(_ tag: String) -> Bool {
        elements(of: "If-None-Match").contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
    }

    /// Whether the client names an encoding without refusing it (RFC 9110, section 12.5.3).
    fileprivate func accepts(_ encoding: String) -> Bool {
        elements(of: "Accept-Encoding").contains { element in
            let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let isRefused = parts.dropFirst().contains { $0.hasPrefix("q=0") && $0.allSatisfy("q=0.".contains) }
            return parts.first == encoding && !isRefused
        }
    }

    private func elements(of field: String) -> [String] {
        headers.values(for: field).flatMap { FieldList.split($0, at: UInt8(ascii: ",")) }
    }
}
