// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import TestSupport
import Testing
import ThumbturnServer

/// The file with the environment of the server that a machine runs.
@Suite struct EnvironmentFileTests {
    /// Returns the environment of a command whose process has some variables.
    private func environment(
        _ text: String, over variables: [String: String] = [:], isElsewhere: Bool = false
    ) async throws -> [String: String] {
        try await withTemporaryFolder { folder in
            let path = folder + "/thumbturn.env"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return try EnvironmentFile(path: path).environment(over: variables, isElsewhere: isElsewhere)
        }
    }

    @Test func `commands have the variables of the file`() async throws {
        let text = """
            # The server of this machine.
            ; Comments begin like this, too.

            THUMBTURN_DATA=/var/lib/thumbturn
              THUMBTURN_URL = "https://login.example.com"\t
            THUMBTURN_CONFIG='/etc/a b=c#d.json'
            THUMBTURN_LISTEN=
            """
        #expect(
            try await environment(text) == [
                "THUMBTURN_DATA": "/var/lib/thumbturn", "THUMBTURN_URL": "https://login.example.com",
                "THUMBTURN_CONFIG": "/etc/a b=c#d.json", "THUMBTURN_LISTEN": "",
            ])
    }

    @Test func `variables of the process win over the file, unless they are empty`() async throws {
        let text = "THUMBTURN_URL=https://a.example\nTHUMBTURN_LISTEN=127.0.0.1:1\n"
        let variables = ["THUMBTURN_URL": "https://b.example", "THUMBTURN_LISTEN": "", "THUMBTURN_DATA": ""]
        #expect(
            try await environment(text, over: variables) == [
                "THUMBTURN_URL": "https://b.example", "THUMBTURN_LISTEN": "127.0.0.1:1", "THUMBTURN_DATA": "",
            ])
    }

    @Test(arguments: ["THUMBTURN_DATA", "THUMBTURN_DATABASE"])
    func `the file says nothing about a server whose data is elsewhere`(name: String) async throws {
        let text = "THUMBTURN_URL=https://a.example"
        #expect(try await environment(text, over: [name: "x"]) == [name: "x"])
        #expect(try await environment(text, isElsewhere: true) == [:])
        #expect(try await environment("not even valid", isElsewhere: true) == [:])
    }

    @Test func `without a file there are the variables of the process`() async throws {
        try await withTemporaryFolder { folder in
            let file = EnvironmentFile(path: folder + "/thumbturn.env")
            let environment = try file.environment(over: ["A": "b"], isElsewhere: false)
            #expect(environment == ["A": "b"])
        }
    }

    @Test(arguments: [
        ("THUMBTURN_URL", "There is no =."), ("export THUMBTURN_URL=x", "is not the name of a variable"),
        ("=x", "is not the name of a variable"), ("A='b", "doesn't end with it"), ("A=\"b\" c", "doesn't end with it"),
        ("A='b' 'c'", "doesn't end with it"), ("A=b \\", "backslash"), ("A=\"", "doesn't end with it"),
    ])
    func `a malformed line is an error that names the file and the line`(line: String, text: String) async throws {
        let failure = try #require(
            await #expect(throws: CommandFailure.self) { try await environment("# First\n\n\(line)\n") })
        #expect(failure.status == .malformed)
        #expect(failure.message.contains("/thumbturn.env, line 3: "), "\(failure.message)")
        #expect(failure.message.contains(text), "\(failure.message)")
    }
}
