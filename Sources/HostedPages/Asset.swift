// SPDX-License-Identifier: Apache-2.0

import CEmbeddedFiles
import Cryptography
import WireFormats

/// A file that pages load. Its name contains a hash of its content, so that caches may keep it forever.
package struct Asset: Hashable, Sendable {
    package let name: String
    package let contentType: String
    package let bytes: [UInt8]
    /// The value of the attribute `integrity` (Subresource Integrity, section 3.1).
    package let integrity: String

    private init(stem: String, suffix: String, contentType: String) {
        bytes = Self.content("\(stem).\(suffix)")
        let digest = DigestAlgorithm.sha256.hash(bytes)
        name = "\(stem)-\(Base64URL.encode(digest).prefix(16)).\(suffix)"
        self.contentType = contentType
        integrity = "sha256-\(Base64.encode(digest))"
    }

    package static let style = Asset(stem: "pages", suffix: "css", contentType: "text/css; charset=utf-8")
    package static let script = Asset(stem: "pages", suffix: "js", contentType: "text/javascript; charset=utf-8")

    package static let all = [style, script]

    /// The icon as a `data:` URL. In a file of its own it would cost each first visit a request.
    static let icon = HTML(
        unescaped: [UInt8]("data:image/svg+xml;base64,\(Base64.encode(content("icon.svg")))".utf8))

    package static func named(_ name: String) -> Asset? {
        all.first { ExactText($0.name) == ExactText(name) }
    }

    private static func content(_ name: String) -> [UInt8] {
        let file = embedded_file("pages/\(name)")
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
}
