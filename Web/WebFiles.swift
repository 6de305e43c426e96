// SPDX-License-Identifier: Apache-2.0

import CEmbeddedFiles
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

    /// The content of a file below this folder.
    static func content(_ path: String) -> [UInt8] {
        let file = embedded_file(path)
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
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

    /// The modules of earlier releases, as `sdk/releases` keeps them: pages that name one go on after an upgrade of the
    /// server.
    package static let releases = [
        module(version: "0.1.0", bytes: WebFile.content("sdk/releases/thumbturn-0.1.0.js"))
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
    private static let modules = files([
        "encoding.js", "texts.js", "password-rules.js", "errors.js", "options.js", "page.js", "webauthn.js", "slot.js",
        "server.js", "proofs.js", "frame.js", "store.js", "id-tokens.js", "tokens.js", "session.js", "sign-out.js",
        "passwords.js", "codes.js", "token-api.js", "plain-api.js", "thumbturn.js",
    ])

    private static let packageFiles = files(["package.json", "LICENSE", "README.md", "thumbturn.d.ts"]) + modules

    private static func files(_ names: [String]) -> [(String, [UInt8])] {
        names.map { ($0, WebFile.content("sdk/\($0)")) }
    }

    package static let types = WebFile(
        "thumbturn.d.ts", contentType: "text/plain; charset=utf-8", bytes: WebFile.content("sdk/thumbturn.d.ts"))
}

/// The sample application.
package enum DemoApplication {
    package static let page = file("index.html", contentType: "text/html; charset=utf-8")

    package static let files =
        ["demo.js", "next.js", "exchange.js"].map { file($0, contentType: "text/javascript; charset=utf-8") }
        + [file("demo.css", contentType: "text/css; charset=utf-8")]

    private static func file(_ name: String, contentType: String) -> WebFile {
        WebFile(name, contentType: contentType, bytes: WebFile.content("demo/\(name)"))
    }
}
