// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConsole
import Testing
import ThumbturnServer

@Suite struct SettingsPageTests {
    static let page = Checkout.root.appending(path: "docs/operations/settings.md")

    @Test func `the page of settings matches the table`() throws {
        if ProcessInfo.processInfo.environment["THUMBTURN_WRITE_PAGES"] != nil {
            try SettingsPage.text.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: Self.page, encoding: .utf8)
        #expect(
            written == SettingsPage.text, "THUMBTURN_WRITE_PAGES=1 scripts/test --filter SettingsPageTests writes it")
    }
}
