// SPDX-License-Identifier: Apache-2.0

import Foundation
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

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
    }
}
