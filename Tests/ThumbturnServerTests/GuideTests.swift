// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConsole
import Testing

@Suite struct GuideTests {
    @Test func `all code in the guide is part of the example`() throws {
        let guide = try text("docs/guides/verify-a-passkey.md")
        let folder = "Examples/VerifyAPasskey/Sources/VerifyAPasskey/"
        let example = try text(folder + "PasskeyAccounts.swift") + text(folder + "VerifyAPasskey.swift")
        let blocks = guide.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(blocks.count == 6)
        for block in blocks {
            #expect(example.contains(block))
        }
    }

    @Test func `the example in README is the one that is built and run, and has fewer than 25 lines`() throws {
        let readme = try text("README.md")
        let section = try #require(readme.components(separatedBy: "## The library\n").last)
        let blocks = section.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(blocks.count == 2)
        #expect(blocks.map { $0.split(separator: "\n").count }.reduce(0, +) < 25)
        let files = ["Package.swift", "Sources/FirstPasskey/main.swift"]
        for (block, file) in zip(blocks, files) {
            // The example stands inside the clone, the reader's package beside it.
            let example = try text("Examples/FirstPasskey/" + file).replacing("../..", with: "../thumbturn")
            #expect(block.split(separator: "\n") == example.split(separator: "\n").filter { !$0.contains("SPDX") })
        }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
    }
}
