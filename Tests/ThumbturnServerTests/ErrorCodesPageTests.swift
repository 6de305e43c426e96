// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPEndpoints
import TestConsole
import Testing
import ThumbturnServer

@Suite struct ErrorCodesPageTests {
    private static let page = Checkout.root.appending(path: "docs/error-codes.md")
    private static let codes = ErrorCodesPage.codes.map(\.code)

    @Test func `the page of error codes matches the program`() throws {
        if ProcessInfo.processInfo.environment["THUMBTURN_WRITE_PAGES"] != nil {
            try ErrorCodesPage.text.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: Self.page, encoding: .utf8)
        #expect(
            written == ErrorCodesPage.text,
            "THUMBTURN_WRITE_PAGES=1 scripts/test --filter ErrorCodesPageTests writes it")
    }

    @Test func `every code is on the page, under its family`() {
        for code in Self.codes {
            #expect(ErrorCodesPage.text.contains("| `\(code)` |"), "\(code)")
        }
    }

    @Test func `codes are kebab-case segments joined by dots, without numbers of a specification`() {
        for code in Self.codes {
            #expect(
                code.wholeMatch(of: /[a-z]+(-[a-z0-9]+)*(\.[a-z]+(-[a-z0-9]+)*)+/) != nil, "\(code)")
        }
    }

    @Test func `no two reasons share a code`() {
        let repeated = Dictionary(grouping: Self.codes, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
        #expect(repeated == [])
    }

    @Test func `every code has a meaning and a remedy`() {
        for code in ErrorCodesPage.codes {
            #expect(!code.meaning.isEmpty, "\(code.code)")
            #expect(ErrorCodesPage.remedy(for: code.code)?.isEmpty == false, "\(code.code)")
        }
    }

    /// Finds the codes in the sources by their text, because a new case may lack an example, from which the page is
    /// made.
    @Test func `every code in the sources is on the page`() throws {
        let folders = ["WebAuthnVerification", "SignIn", "OpenIDProvider", "HTTPEndpoints"]
        let spelled = try folders.flatMap { try Self.spelledCodes(in: "Sources/\($0)") }
        #expect(spelled.count > 150)
        let missing = spelled.filter { spelled in
            !Self.codes.contains { $0 == spelled || $0.hasSuffix(".\(spelled)") }
        }
        #expect(missing == [])
    }

    /// Returns the codes in rows and in switches. A whole code begins with its family; the rest has only its end.
    private static func spelledCodes(in folder: String) throws -> [String] {
        let root = Checkout.root.appending(path: folder)
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        let starts = ["var code: String {", "var codeSuffix: String {", "var suffix: String {", "let (suffix, "]
        let families = ["sign-in.", "oauth.", "request.", "account.", "invitation.", "page.", "cors.", "server."]
        var codes: [String] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            var isInSwitch = false
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                if starts.contains(where: line.contains) { isInSwitch = true }
                if line == "    }" { isInSwitch = false }
                let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
                for text in quoted.indices.filter({ $0 % 2 == 1 }).map({ quoted[$0] }) where isKebab(text) {
                    if families.contains(where: { text.hasPrefix($0) }) { codes.append(String(text)) }
                }
                guard isInSwitch, quoted.count >= 3, isKebab(quoted[1]) else { continue }
                let isBranch = quoted[0].hasSuffix(": ") && quoted[2].isEmpty
                let opensTuple = quoted[0].hasSuffix("(") || quoted[0].allSatisfy { $0 == " " }
                if isBranch || (opensTuple && quoted[2].hasPrefix(",")) { codes.append(String(quoted[1])) }
            }
        }
        return codes
    }

    private static func isKebab(_ text: Substring) -> Bool {
        text.wholeMatch(of: /[a-z0-9.-]+[a-z0-9]/) != nil
    }
}
