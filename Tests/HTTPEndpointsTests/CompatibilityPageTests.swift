// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The page on compatibility names tests that exist.
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

        /// The test names in the row: whatever is in backticks and has a space.
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

    /// The names of the tests in this target.
    private static func tests() throws -> Set<String> {
        let folder = root.appending(path: "Tests/HTTPEndpointsTests")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).map { folder.appending(path: $0) }
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

    @Test func `every row marked same names its test`() throws {
        for row in try Self.rows() where row.state == "same" {
            #expect(!row.tests.isEmpty, "\(row.subject)")
        }
    }

    @Test func `every test that the page names exists`() throws {
        let tests = try Self.tests()
        for row in try Self.rows() {
            for test in row.tests { #expect(tests.contains(test), "\(row.subject): \(test)") }
        }
    }

    @Test func `every known mistake of other servers has a test`() throws {
        let tests = try Self.tests()
        for known in Self.mistakes { #expect(tests.contains(known.test), "\(known.mistake)") }
    }

    private static let mistakes: [(mistake: String, test: String)] = [
        (
            "user verification is requested but not enforced",
            "a sign-in without required user verification is rejected"
        ),
        ("two concurrent sign-ups both succeed", "one of sixteen concurrent sign-ups creates an account"),
        ("a one-time value is consumed twice", "one of sixteen concurrent responses gets tokens"),
        (
            "refresh token rotation has a race",
            "without leeway one of sixteen concurrent refreshes wins, and the family is revoked"
        ),
        ("an origin is matched by its suffix", "an origin that starts or ends like an allowed one is rejected"),
        ("one kind of ceremony omits the relying party", "every ceremony names the same relying party"),
        ("the relying party comes from the requested host", "a host that is not served gets 421"),
        (
            "the origin comes from a header",
            "the relying party comes from the configuration, not from headers"
        ),
        (
            "a sign-in is reported before it is finished",
            "no account is created before the ceremony is finished"
        ),
        ("unrelated failures count as attempts", "an invalid request does not consume the ceremony"),
        (
            "a signature is not verified",
            "a tampered sign-in is rejected, and a harmless mutation is accepted"
        ),
        (
            "the user handle is derived from the username",
            "a user handle is random and reveals nothing about the user"
        ),
        ("all ceremonies share one challenge", "concurrent ceremonies of one user do not interfere"),
        ("any challenge is accepted", "a response signed for another challenge is rejected"),
        ("an endpoint reveals who has passkeys", "no endpoint reveals whether a user has passkeys"),
        ("an origin is allowed with credentials", "credentials are never allowed"),
        ("any origin is allowed", "other origins are not allowed"),
        ("a counter at zero causes a warning", "a counter that stays at zero is not a regression"),
        ("the counter is not checked", "a counter that does not advance is rejected"),
        ("attestation is not verified", "unrequested attestation is verified all the same"),
        ("a second passkey overwrites the first", "a second passkey does not replace the first"),
        ("existing credentials are not excluded", "existing passkeys are excluded only on request"),
        ("a signed token needs no challenge", "a signed token without a challenge is rejected"),
        (
            "preferred user verification is taken as done",
            "where user verification is preferred, tokens say whether it was done"
        ),
        (
            "an account is created before the ceremony",
            "no account is created before the ceremony is finished"
        ),
        (
            "accounts can be enumerated",
            "only Auth0's sign-up mode reveals at the start that an identifier is taken"
        ),
        (
            "a known credential is signaled as unknown",
            "an unknown credential is signaled, and only an unknown one"
        ),
        ("an unverified identifier is taken as verified", "an identifier is verified only by proof"),
        (
            "a sign-up accepts a conditional creation",
            "an ordinary sign-up without user presence is rejected"
        ),
    ]
}
