// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WireFormats

@testable import Thumbturn

/// The code and the names in the guide docs/guides/ios.md, and the code in docs/guides/device-keys.md.
struct GuidePageTests {
    @Test func `every block of Swift in the guide is code that is checked, of at most ten lines`() throws {
        let blocks = try GuidePage.blocks("swift")
        #expect(blocks.count >= 20)
        let folder = GuidePage.root.appending(path: "Examples/iOS").path
        let examples = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        let files =
            ["GuideTests", "FakePasskeysTests", "FakeCodesTests"].map { "Tests/ThumbturnTests/\($0).swift" }
            + examples.map { "Examples/iOS/\($0)" }
        let code = try files.map { try GuidePage.lines(of: $0) }
        for block in blocks {
            #expect(block.count <= 10, "\(block)")
            #expect(code.contains { GuidePage.contains($0, block) }, "\(block)")
        }
    }

    @Test func `every block of Swift in the guide to device keys is code that is checked, of at most ten lines`() throws
    {
        let blocks = try GuidePage.blocks("swift", of: "docs/guides/device-keys.md")
        #expect(blocks.count == 8)
        let code = try GuidePage.lines(of: "Tests/ThumbturnTests/FakeDeviceKeysTests.swift")
        for block in blocks {
            #expect(block.count <= 10, "\(block)")
            #expect(GuidePage.contains(code, block), "\(block)")
        }
    }

    @Test func `every test that the guide names exists`() throws {
        let folder = GuidePage.root.appending(path: "Tests")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        var tests: Set<String> = []
        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for match in text.matches(of: /func `([^`]+)`/) { tests.insert(String(match.output.1)) }
        }
        let rows = try GuidePage.rows(below: "## What Apple's systems do")
        #expect(rows.count > 25)
        for row in rows {
            let named = try #require(row.last).matches(of: /`([^`]+)`/).map { String($0.output.1) }
            #expect(!named.isEmpty, "\(row)")
            #expect(named.filter { !tests.contains($0) } == [])
        }
    }

    @Test func `every error has a row in the guide`() throws {
        var names: [String] = []
        for error in PasskeyError.examples where names.last != ".\(error.name)" { names.append(".\(error.name)") }
        let rows = try GuidePage.rows(below: "## When it fails").compactMap(\.first)
        #expect(rows.map { $0.trimmingCharacters(in: ["`"]).prefix { $0 != "(" } } == names.map { $0[...] })
    }
}

/// The page docs/guides/ios.md.
enum GuidePage {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func lines(of path: String) throws -> [Substring] {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The lines of every block in a language.
    static func blocks(_ language: String, of page: String = "docs/guides/ios.md") throws -> [[Substring]] {
        var (blocks, block): ([[Substring]], [Substring]?) = ([], nil)
        for line in try lines(of: page) {
            if line == "```", let done = block {
                (blocks, block) = (blocks + [done], nil)
            } else if line == "```\(language)" {
                block = []
            } else {
                block?.append(line)
            }
        }
        return blocks
    }

    /// The cells of the table's rows in a section.
    static func rows(below title: String) throws -> [[String]] {
        try lines(of: "docs/guides/ios.md").drop { $0 != title }.dropFirst().prefix { !$0.hasPrefix("## ") }
            .filter { $0.hasPrefix("|") }.dropFirst(2)
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    /// Whether a block stands in a text, with any indentation.
    static func contains(_ text: [Substring], _ block: [Substring]) -> Bool {
        guard let first = block.first else { return false }
        return text.indices.contains { start in
            guard text[start].hasSuffix(first), start + block.count <= text.count else { return false }
            let indentation = text[start].dropLast(first.count)
            return indentation.allSatisfy { $0 == " " }
                && zip(text[start...], block).allSatisfy { $0 == ($1.isEmpty ? "" : indentation + $1) }
        }
    }

    /// The configuration that the guide prints. If it can't be read, the server does not start.
    static var configuration: JSONValue {
        let text = (try? blocks("json").first)?.joined(separator: "\n") ?? ""
        return (try? JSONReader.read(Array(text.utf8))) ?? .null
    }
}
