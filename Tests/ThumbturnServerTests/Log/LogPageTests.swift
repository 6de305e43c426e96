// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConsole
import Testing
import ThumbturnServer

@Suite struct LogPageTests {
    static let page = Checkout.root.appending(path: "docs/operations/log.md")

    @Test func `the page of the log matches the table`() throws {
        if ProcessInfo.processInfo.environment["THUMBTURN_WRITE_PAGES"] != nil {
            try LogPage.text.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: Self.page, encoding: .utf8)
        #expect(written == LogPage.text, "THUMBTURN_WRITE_PAGES=1 scripts/test --filter LogPageTests writes it")
    }

    /// Found by their text, because the kinds are no closed list.
    @Test func `every kind of audit event is on the page`() throws {
        let source = Checkout.root.appending(path: "Sources/IdentityModel/Events/AuditEvent.swift")
        let kinds = try String(contentsOf: source, encoding: .utf8).matches(of: /Self\(rawValue: "([^"]+)"\)/)
        #expect(Set(kinds.map { String($0.1) }) == Set(LogPage.auditEvents.map(\.kind)))
    }

    /// Endpoints, and the methods of signing in, write these by their text.
    @Test func `every notice of the endpoints is in the table`() throws {
        var events: Set<String> = []
        for folder in ["Sources/HTTPEndpoints", "Sources/SignIn"].map({ Checkout.root.appending(path: $0) }) {
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            for case let file as URL in files where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                events.formUnion(
                    text.matches(of: /\sevent: "([a-z.-]+)"|OperatorNotice\(event: "([a-z.-]+)"/).compactMap {
                        ($0.1 ?? $0.2).map(String.init)
                    })
            }
        }
        #expect(events.count >= 3)
        #expect(events.subtracting(LogEvent.allCases.map(\.rawValue)) == [])
    }
}
