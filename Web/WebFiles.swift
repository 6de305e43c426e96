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
    package static let module = module(version: version, bytes: ModuleJoining.join(modules.map(\.1)))

    /// The modules of earlier releases, as `sdk/releases` keeps them: pages that name one go on after an upgrade of the server.
    package static let releases = [
        module(version: "0.1.0", bytes: PackageResources.thumbturn_0_1_0_js)
    ]

    /// The package that npm installs, under a name that changes with its content.
    package static let package = package(version: version, bytes: PackageArchive.make(packageFiles))

    /// The packages of earlier releases: lockfiles have their addresses and hashes.
    package static let releasedPackages: [WebFile] = []

    private static func module(version: String, bytes: [UInt8]) -> WebFile {
        WebFile(name(version, bytes, "js"), contentType: "text/javascript; charset=utf-8", bytes: bytes)
    }

    private static func package(version: String, bytes: [UInt8]) -> WebFile {
        WebFile(name(version, bytes, "tgz"), contentType: "application/gzip", bytes: bytes)
    }

    private static func name(_ version: String, _ bytes: [UInt8], _ ending: String) -> String {
        "thumbturn-\(version)-\(Base64URL.encode(DigestAlgorithm.sha256.hash(bytes)).prefix(16)).\(ending)"
    }

    /// The module's files, each after those that it imports.
    private static let modules = [
        ("encoding.js", PackageResources.encoding_js), ("texts.js", PackageResources.texts_js),
        ("errors.js", PackageResources.errors_js), ("options.js", PackageResources.options_js),
        ("page.js", PackageResources.page_js), ("webauthn.js", PackageResources.webauthn_js),
        ("slot.js", PackageResources.slot_js), ("server.js", PackageResources.server_js),
        ("proofs.js", PackageResources.proofs_js), ("frame.js", PackageResources.frame_js),
        ("store.js", PackageResources.store_js), ("id-tokens.js", PackageResources.id_tokens_js),
        ("tokens.js", PackageResources.tokens_js), ("session.js", PackageResources.session_js),
        ("sign-out.js", PackageResources.sign_out_js), ("token-api.js", PackageResources.token_api_js),
        ("plain-api.js", PackageResources.plain_api_js), ("thumbturn.js", PackageResources.thumbturn_js),
    ]

    private static let packageFiles =
        [
            ("package.json", PackageResources.package_json), ("LICENSE", PackageResources.LICENSE),
            ("README.md", PackageResources.README_md), ("thumbturn.d.ts", PackageResources.thumbturn_d_ts),
        ] + modules

    package static let types = WebFile(
        "thumbturn.d.ts", contentType: "text/plain; charset=utf-8", bytes: PackageResources.thumbturn_d_ts)
}

/// The sample application.
package enum DemoApplication {
    package static let page = WebFile(
        "index.html", contentType: "text/html; charset=utf-8", bytes: PackageResources.index_html)

    package static let files = [
        WebFile("demo.js", contentType: "text/javascript; charset=utf-8", bytes: PackageResources.demo_js),
        WebFile("next.js", contentType: "text/javascript; charset=utf-8", bytes: PackageResources.next_js),
        WebFile("exchange.js", contentType: "text/javascript; charset=utf-8", bytes: PackageResources.exchange_js),
        WebFile("demo.css", contentType: "text/css; charset=utf-8", bytes: PackageResources.demo_css),
    ]
}
