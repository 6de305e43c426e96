// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import TestConsole
import Testing
import ThumbturnServer
import WireFormats

import enum CommandLine.ExitStatus

/// `thumbturn apis`.
@Suite struct APIsCommandTests {
    private func run(_ words: String..., on server: ServerFolder) async -> (
        status: ExitStatus, console: RecordingConsole
    ) {
        let console = RecordingConsole()
        let url = ["--url", "https://\(ServerFolder.host)", "--data", server.data]
        return (await console.run(words + url), console)
    }

    private func configuration(of server: ServerFolder) async throws -> ConfigurationSnapshot {
        try ConfigurationSnapshot(
            documents: try await server.documents(), url: WebOrigin("https://\(ServerFolder.host)"))
    }

    @Test func `an API is added with its scopes, listed with its clients, and removed with what names it`() async throws
    {
        try await ServerFolder.with { server in
            let added = await run(
                "apis", "add", "urn:notes:api", "--name", "Notes", "--scope", "read:notes", "--scope", "write:notes",
                on: server)
            #expect(added.status == .success, "\(added.console.writtenErrors)")
            let event = try #require(try await server.events().first)
            #expect(event.operatorCommand == "apis add")
            let client = await run(
                "clients", "add", "App", "--type", "spa", "--id", "app", "--origin", "https://\(ServerFolder.host)",
                "--api",
                "urn:notes:api", on: server)
            #expect(client.status == .success)
            let policies = try await configuration(of: server).client("app")?.refreshTokens.audiences
            #expect(policies == [.init(audience: "urn:notes:api", scopes: ["read:notes", "write:notes"])])
            let listed = await run("apis", "list", on: server).console
            #expect(
                listed.lines.contains {
                    $0.hasPrefix("urn:notes:api") && $0.contains("read:notes write:notes") && $0.hasSuffix("App")
                })
            let json = try #require(
                await run("apis", "list", "--json", on: server).console.lines.map(\.jsonObject)
                    .first { $0["identifier"] as? String == "urn:notes:api" })
            #expect(json["clients"] as? [String] == ["app"])
            let removed = await run("apis", "remove", "urn:notes:api", on: server)
            #expect(removed.status == .success, "\(removed.console.writtenErrors)")
            #expect(removed.console.written.contains("Nobody gets a token for it any longer, also not in App."))
            let after = try await configuration(of: server)
            #expect(after.resourceServers["urn:notes:api"] == nil)
            #expect(after.client("app")?.refreshTokens.audiences == [])
        }
    }

    @Test(arguments: [
        (["add"], "apis add takes one AUDIENCE"), (["add", "a b"], "AUDIENCE: \"a b\" is not a valid audience."),
        (["add", "urn:a", "--scope", "a b"], "--scope: \"a b\" is not a valid scope."),
        (["list", "more"], "apis list takes only options."), (["remove"], "apis remove takes one AUDIENCE"),
    ])
    func `what can't be done is rejected with the part at fault`(_ words: [String], message: String) async throws {
        try await ServerFolder.with { server in
            let before = try await server.documents()
            let console = RecordingConsole()
            #expect(
                await console.run(["apis"] + words + ["--url", "https://\(ServerFolder.host)", "--data", server.data])
                    == .malformed)
            #expect(console.writtenErrors.contains(message), "\(console.writtenErrors)")
            #expect(try await server.documents() == before)
        }
    }

    @Test func `an audience exists once, and one that does not exist is not removed`() async throws {
        try await ServerFolder.with { server in
            #expect(await run("apis", "add", "urn:notes", on: server).status == .success)
            let again = await run("apis", "add", "urn:notes", on: server)
            #expect(
                again.status == .failure && again.console.writtenErrors.contains("There is an API with this audience."))
            let other = await run("apis", "remove", "urn:note", on: server)
            #expect(other.status == .failure && other.console.writtenErrors.contains("Did you mean urn:notes?"))
        }
    }
}
