// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import ServerHarness
import Testing
import ThumbturnServer
import WireFormats

/// Changes by other processes that a running server picks up.
@Suite struct ChangesWhileRunningTests {
    private let folder: ProgramFolder
    private let program: RunningProgram

    init() throws {
        folder = try ProgramFolder()
        program = try RunningProgram(on: folder)
    }

    private func run(_ words: String...) async -> String {
        await CommandRun(words + ["--data", folder.data, "--url", HarnessConfiguration.url]).output
    }

    private func challenge(_ client: String) throws -> WireResponse {
        let body: JSONValue = ["client_id": .string(client)]
        return try program.connect().send(WireRequest("POST", path: "/passkey/challenge", json: body))
    }

    @Test func `a running server accepts a client that is applied`() async throws {
        #expect(try challenge("later").status == 401)
        var configuration = try #require(HarnessConfiguration().json.objectValue)
        let client: JSONValue = [
            "client_id": "later", "name": "Later", "app_type": "spa",
            "grant_types": ["urn:okta:params:oauth:grant-type:webauthn"],
        ]
        configuration["clients"] = .array((configuration["clients"]?.arrayValue ?? []) + [client])
        let file = folder.path + "/later.json"
        try Data(JSONValue.object(configuration).serialized()).write(to: URL(fileURLWithPath: file))
        #expect(
            await run("apply", file).contains(
                "Applied to \(HarnessConfiguration.url), in \(folder.data)/thumbturn.sqlite."))
        #expect(program.log.wait(for: "configuration.reloaded") != nil)
        #expect(try challenge("later").status == 200)
    }

    @Test func `a running server accepts a client that is added, until it is removed`() async throws {
        #expect(program.log.wait(for: "setup.code-issued") != nil)
        let words = ["--data", folder.data]
        let added = await CommandRun(
            ["clients", "add", "Later", "--type", "spa", "--origin", HarnessConfiguration.url, "--id", "later"] + words)
        #expect(added.status == .success, "\(added.output)")
        // The running server's URL, which was not given.
        #expect(added.output.contains("issuer     \(HarnessConfiguration.url)/\n"))
        #expect(program.log.wait(for: "configuration.reloaded") != nil)
        #expect(try challenge("later").status == 200)
        let removed = await CommandRun(["clients", "remove", "later"] + words)
        #expect(removed.status == .success, "\(removed.output)")
        #expect(program.log.wait { $0.events("configuration.reloaded").count == 2 ? true : nil } != nil)
        #expect(try challenge("later").status == 401)
    }

    @Test func `a running server publishes a rotated key beside the previous one`() async throws {
        let testClient = TestClient(try program.connect())
        try testClient.signUp()
        let before = try published()
        #expect(await run("keys", "rotate", "--algorithm", "RS256").contains("RS256"))
        // The server looks every two seconds; there is nothing else to wait for.
        var after = before
        for _ in 0..<300 where after == before {
            try await Task.sleep(for: .milliseconds(100))
            after = try published()
        }
        #expect(after != before)
        #expect(Set(before).isSubset(of: after))
        // On a new connection: the server may have closed the first one, which was idle meanwhile.
        try TestClient(try program.connect(), device: testClient.device).signIn()
    }

    private func published() throws -> [String] {
        let document = try program.connect().send(WireRequest("GET", path: "/.well-known/jwks.json")).json
        return (document?["keys"]?.arrayValue ?? []).compactMap { $0["kid"]?.stringValue }.sorted()
    }
}
