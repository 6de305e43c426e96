// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import KnownPasswords
import TestSupport
import Testing

struct KnownPasswordsTests {
    @Test(arguments: ["password", "123456", "qwertyuiop", "iloveyou1", "letmein"])
    func `a password that many people use is common`(password: String) {
        #expect(KnownPasswords().find(password) == .common)
    }

    @Test(arguments: ["", "correct horse battery staple", "Zm9vYmFyIGJheiBxdXV4", "pässwörter sind länger"])
    func `another password is not known`(password: String) {
        #expect(KnownPasswords().find(password) == nil)
    }

    @Test func `few of many random passwords are taken for a common one`() {
        #expect((0..<20_000).filter { KnownPasswords().find("password number \($0)") != nil }.count == 0)
    }

    // MARK: The operator's list

    private static func line(_ password: String, isLowercase: Bool = false, count: Int? = 1) -> String {
        let hash = DigestAlgorithm.sha1.hash([UInt8](password.utf8))
        let text = hash.map { String(format: isLowercase ? "%02x" : "%02X", $0) }.joined()
        return text + (count.map { ":\($0)" } ?? "")
    }

    private static func withList(
        _ lines: [String], endingWith end: String = "\n", body: (String) throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/list.txt"
            try lines.map { $0 + end }.joined().write(toFile: path, atomically: true, encoding: .utf8)
            try body(path)
        }
    }

    @Test(arguments: [1, 2, 3, 70, 500, 5000])
    func `every password of a list is found, and no other`(count: Int) async throws {
        // Numbers of any length, as a list of counts has.
        let lines = (0..<count).map { Self.line("stolen \($0)", count: $0 * $0 * $0 + 1) }.sorted()
        try await Self.withList(lines, endingWith: "\r\n") { path in
            let known = KnownPasswords(breached: try BreachedPasswords(path: path))
            for number in 0..<count { #expect(known.find("stolen \(number)") == .breached) }
            for number in 0..<count { #expect(known.find("chosen \(number)") == nil) }
            #expect(known.find("password") == .common)
        }
    }

    @Test func `hashes in lower case and without counts are read`() async throws {
        let lines = (0..<300).map { Self.line("stolen \($0)", isLowercase: true, count: nil) }.sorted()
        try await Self.withList(lines) { path in
            let known = KnownPasswords(breached: try BreachedPasswords(path: path))
            for number in 0..<300 { #expect(known.find("stolen \(number)") == .breached) }
        }
    }

    @Test(arguments: ["empty", "text", "unsorted", "short"])
    func `a file that is no such list is rejected`(kind: String) async throws {
        let sorted = (0..<1000).map { Self.line("stolen \($0)") }.sorted()
        let lines =
            switch kind {
            case "empty": [String]()
            case "text": ["password", "123456"]
            case "unsorted": Array(sorted.reversed())
            default: sorted.map { String($0.prefix(32)) }
            }
        try await Self.withList(lines) { path in
            #expect(throws: BreachedPasswordsFailure.self) { _ = try BreachedPasswords(path: path) }
        }
    }

    @Test func `a folder and a missing file are rejected`() async throws {
        try await withTemporaryFolder { folder in
            #expect(throws: BreachedPasswordsFailure.self) { try BreachedPasswords(path: folder) }
            #expect(throws: BreachedPasswordsFailure.self) { try BreachedPasswords(path: folder + "/none") }
        }
    }

    @Test func `a list that is cut short under a running server ends nothing`() async throws {
        let lines = (0..<5000).map { Self.line("stolen \($0)") }.sorted()
        try await Self.withList(lines) { path in
            let known = KnownPasswords(breached: try BreachedPasswords(path: path))
            try #require(truncate(path, 10) == 0)
            #expect(known.find("stolen 7") == nil)
        }
    }
}
