// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// A file of the web SDK or of the sample application, as the program contains it.
package struct WebFile: Sendable {
    package let name: String
    package let contentType: String
    package let bytes: [UInt8]

    init(_ name: String, contentType: String, bytes: [UInt8]) {
        self.name = name
        self.contentType = contentType
        self.bytes = bytes
    }

    /// The value of the attribute `integrity` (Subresource Integrity, section 3.1).
    package var integrity: String { "sha384-" + Base64.encode(DigestAlgorithm.sha384.hash(bytes)) }
}

/// The web SDK.
package enum WebSDK {
    /// The version of the package in `sdk/package.json`.
    package static let version = "0.2.0"

    /// The module under a name that changes with its content, so that caches may keep it forever.
    package static let module = module(version: version, bytes: ModuleJoining.join(files))

    /// The modules of earlier releases, as `sdk/releases` keeps them: pages that name one go on after an upgrade of the server.
    package static let releases = [
        module(version: "0.1.0", bytes: PackageResources.thumbturn_0_1_0_js)
    ]

    private static func module(version: String, bytes: [UInt8]) -> WebFile {
        let digest = Base64URL.encode(DigestAlgorithm.sha256.hash(bytes)).prefix(16)
        return WebFile(
            "thumbturn-\(version)-\(digest).js", contentType: "text/javascript; charset=utf-8", bytes: bytes)
    }

    /// The module's files, each after those that it imports.
    private static let files = [
        PackageResources.encoding_js, PackageResources.texts_js, PackageResources.errors_js,
        PackageResources.options_js, PackageResources.page_js, PackageResources.webauthn_js, PackageResources.slot_js,
        PackageResources.server_js, PackageResources.proofs_js, PackageResources.frame_js, PackageResources.store_js,
        PackageResources.id_tokens_js, PackageResources.tokens_js, PackageResources.session_js,
        PackageResources.sign_out_js, PackageResources.token_api_js, PackageResources.plain_api_js,
        PackageResources.thumbturn_js,
    ]

    package static let types = WebFile(
        "thumbturn.d.ts", contentType: "text/plain; charset=utf-8", bytes: PackageResources.thumbturn_d_ts)
}

/// The sample application.
package enum DemoApplication {
    package static let page = WebFile(
        "index.html", contentType: "text/html; charset=utf-8", bytes: PackageResources.index_html)

    package static let files = [
        WebFile("demo.js", contentType: "text/javascript; charset=utf-8", bytes: PackageResources.demo_js),
        WebFile("exchange.js", contentType: "text/javascript; charset=utf-8", bytes: PackageResources.exchange_js),
        WebFile("demo.css", contentType: "text/css; charset=utf-8", bytes: PackageResources.demo_css),
    ]
}
