// SPDX-License-Identifier: Apache-2.0

import HostedPages
package import POSIX
import WebFiles
import WireFormats

/// The files that the program contains, each with its compressed forms.
package enum StaticFiles {
    struct Entry: Sendable {
        let name: ExactText
        let file: CachedFile
    }

    private static let immutable = "public, max-age=31536000, immutable"
    private static let changing = "no-cache"

    /// `/sdk/…`. The files of earlier releases stay, because pages name them with a digest of their content.
    static let sdk: [Entry] = {
        let module = CachedFile(WebSDK.module, caching: immutable)
        return [
            Entry(name: ExactText("thumbturn.js"), file: module.cached(as: changing)),
            Entry(name: ExactText(WebSDK.module.name), file: module),
            Entry(WebSDK.types, caching: changing),
        ] + WebSDK.releases.map { Entry($0, caching: immutable) } + packages
    }()

    /// The packages for package managers, which compare a hash of the bytes, so the files are sent as they are.
    private static let packages = ([WebSDK.package] + WebSDK.releasedPackages).map { package in
        Entry(
            name: ExactText(package.name),
            file: CachedFile(package.bytes, contentType: package.contentType, caching: immutable))
    }

    static let demo = DemoApplication.files.map { Entry($0, caching: changing) }

    static let assets = Asset.all.map { asset in
        Entry(
            name: ExactText(asset.name),
            file: CachedFile(asset.bytes, contentType: asset.contentType, caching: immutable, isCompressed: true))
    }

    /// Compresses all files on a thread of its own, so that the first browser needn't wait for it.
    package static func prepare() throws(SystemThread.NotStarted) {
        try SystemThread { _ = (assets, sdk, demo) }.detach()
    }
}

extension [StaticFiles.Entry] {
    func file(named name: String) -> CachedFile? {
        first { $0.name == ExactText(name) }?.file
    }
}

extension StaticFiles.Entry {
    fileprivate init(_ file: WebFile, caching: String) {
        self.init(name: ExactText(file.name), file: CachedFile(file, caching: caching))
    }
}

extension CachedFile {
    fileprivate init(_ file: WebFile, caching: String) {
        self.init(file.bytes, contentType: file.contentType, caching: caching, isCompressed: true)
    }
}
