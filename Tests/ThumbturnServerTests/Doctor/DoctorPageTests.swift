// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConsole
import Testing
import ThumbturnServer

@Suite struct DoctorPageTests {
    private static let page = Checkout.root.appending(path: "docs/operations/doctor.md")

    @Test func `the page of findings matches the program`() throws {
        let written = try String(contentsOf: Self.page, encoding: .utf8)
        let expected = try #require(DoctorPage.updated(written), "the marks are missing")
        if ProcessInfo.processInfo.environment["THUMBTURN_WRITE_PAGES"] != nil {
            try expected.write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(written == expected, "THUMBTURN_WRITE_PAGES=1 scripts/test --filter DoctorPageTests writes it")
        }
    }

    @Test func `every kind in the sources is on the page, once`() throws {
        var spelled: [String] = []
        for name in ["FindingKind+Inside", "FindingKind+Outside"] {
            let file = Checkout.root.appending(path: "Sources/ThumbturnServer/Doctor/\(name).swift")
            let text = try String(contentsOf: file, encoding: .utf8)
            spelled += text.matches(of: /FindingKind\(\s*"([a-z.-]+)"/).map { String($0.output.1) }
        }
        #expect(spelled.count > 40)
        #expect(FindingKind.all.map(\.code).sorted() == spelled.sorted())
    }

    @Test func `every kind has a cause and a remedy`() {
        for kind in FindingKind.all {
            #expect(!kind.documentedCause.isEmpty && !kind.documentedRemedy.isEmpty, "\(kind.code)")
        }
    }
}
