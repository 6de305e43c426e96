// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What documents promise is tested: the tests that they name are there.
struct CompatibilityPageTests {
    /// A row of a table with three columns.
    private struct Row {
        let subject: String
        let state: String
        let reason: String

        init?(_ line: Substring) {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("|"), cells.count == 3, cells[1] != "state", !cells[1].hasPrefix("-") else {
                return nil
            }
            (subject, state, reason) = (cells[0], cells[1], cells[2])
        }

        /// What stands between backticks and is a sentence.
        var tests: [String] {
            reason.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 && $0.element.contains(" ") }.map { String($0.element) }
        }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func rows() throws -> [Row] {
        let page = try String(contentsOf: root.appending(path: "docs/compatibility.md"), encoding: .utf8)
        return page.split(separator: "\n").compactMap(Row.init)
    }

    /// The sentences that tests here are named with.
    private static func tests() throws -> Set<String> {
        let folder = root.appending(path: "Tests/HTTPEndpointsTests")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let names = try files.filter { $0.pathExtension == "swift" }.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).components(separatedBy: "func `").dropFirst()
                .compactMap { $0.split(separator: "`").first.map(String.init) }
        }
        return Set(names)
    }

    @Test func `every row of the page has one of the four states`() throws {
        let rows = try Self.rows()
        #expect(rows.count > 60)
        #expect(Set(rows.map(\.state)) == ["same", "extended", "different", "not supported"])
    }

    @Test func `every row that says same names its test`() throws {
        for row in try Self.rows() where row.state == "same" {
            #expect(!row.tests.isEmpty, "\(row.subject)")
        }
    }

    @Test func `every test that the page names is there`() throws {
        let tests = try Self.tests()
        for row in try Self.rows() {
            for test in row.tests { #expect(tests.contains(test), "\(row.subject): \(test)") }
        }
    }

    @Test func `every mistake that others have made has its test here`() throws {
        let tests = try Self.tests()
        for lesson in Self.lessons { #expect(tests.contains(lesson.test), "\(lesson.mistake)") }
    }

    private static let lessons: [(mistake: String, test: String)] = [
        (
            "verification of the person asked for and not enforced",
            "where verification of the person is required a sign-in without it is refused"
        ),
        ("two set-ups at once", "of sixteen sign-ups at once one makes an account"),
        ("a one-time thing taken twice", "of sixteen answers at once one gets tokens"),
        ("rotation of refresh tokens raced", "without leeway one of sixteen uses at once wins, and the family ends"),
        ("an origin's suffix believed", "an origin that ends or begins like one of ours is another"),
        ("the relying party dropped on one way in", "every way into a ceremony names the same relying party"),
        ("the relying party from the address", "a host that is not served gets 421"),
        ("the origin from a header", "the relying party is configured, whatever a header says"),
        ("the event before the sign-in is finished", "no account is made before the ceremony is finished"),
        ("failures that have nothing to do with it counted", "a mistake in the request does not use the ceremony up"),
        ("a signature that is not looked at", "a tampered sign-in gets no tokens, and a harmless oddity gets them"),
        ("the handle made from the name", "a user handle is drawn at random and says nothing of the person"),
        ("one challenge for everybody", "ceremonies of one person do not get into each other's way"),
        ("a challenge of anybody's", "a signed answer to a challenge that was not ours is refused"),
        ("a question for who has passkeys", "there is no question whether somebody has passkeys"),
        ("an origin sent back with credentials", "credentials are never allowed"),
        ("any origin sent back", "no other site is let in"),
        ("a warning for a counter at zero", "a counter that stays at zero is no copy"),
        ("a counter not looked at", "a counter that does not grow is refused"),
        ("attestation not verified", "attestation that was not asked for is verified all the same"),
        (
            "the second passkey in the first one's server",
            "a second passkey of a person replaces none of theirs on record"
        ),
        ("devices not told to exclude", "devices that have a passkey are listed only where that is asked for"),
        ("a signed token without a challenge", "a signed token without a challenge is no way in"),
        (
            "preferred taken for done",
            "where verification of the person is preferred tokens say whether it was done"
        ),
        ("an account before the ceremony", "no account is made before the ceremony is finished"),
        (
            "accounts enumerated",
            "only the mode of Auth0's wire says at the beginning that an identifier is taken"
        ),
        (
            "credentials signalled as unknown that are known",
            "an unknown credential is signalled to the device, and only when it is unknown"
        ),
        ("an unproven identifier taken for proven", "an identifier counts as proven by nothing but proof"),
        ("silent creation let into sign-ups", "an ordinary sign-up without anybody present is refused"),
    ]
}
