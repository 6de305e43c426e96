// SPDX-License-Identifier: Apache-2.0

import HostedPages
import POSIX
import Testing
import WireFormats

/// Writes every page in every language, with its policy beside it, to the folder that `THUMBTURN_SNAPSHOTS` names, so
/// that a browser can show them.
struct `Snapshots of pages` {
    private static let folder = getenv("THUMBTURN_SNAPSHOTS").map { String(cString: $0) }

    @Test(.enabled(if: folder != nil))
    func `all pages are written`() throws {
        let folder = try #require(Self.folder)
        mkdir(folder, 0o755)
        mkdir("\(folder)/assets", 0o755)
        for asset in Asset.all { try write(asset.bytes, to: "\(folder)/assets/\(asset.name)") }
        for sample in PageSample.all {
            for language in Language.allCases {
                let page = sample.rendered(in: .sample(language))
                try write(page.html, to: "\(folder)/\(sample).\(language.code).html")
                try write(Array(page.policy.text.utf8), to: "\(folder)/\(sample).\(language.code).policy")
            }
        }
        let sample = try #require(PageSample.all.first)
        let page = sample.rendered(in: .branded)
        try write(page.html, to: "\(folder)/branded.en.html")
        try write(Array(page.policy.text.utf8), to: "\(folder)/branded.en.policy")
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }
}

extension PageContext {
    fileprivate static var branded: PageContext {
        var context = PageContext.sample
        context.brand.accent = RGBColor("#f2b705")
        context.brand.background = RGBColor("#12343b")
        return context
    }
}
