// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import TestConsole
import Testing
import ThumbturnServer
import WireFormats

import enum CommandLine.ExitStatus

/// `thumbturn clients`.
@Suite struct ClientsCommandTests {
    /// Runs `clients` at the server's URL.
    private func clients(_ words: String..., on server: ServerFolder) async -> (
        status: ExitStatus, console: RecordingConsole
    ) {
        let console = RecordingConsole()
        let url = ["--url", "https://\(ServerFolder.host)", "--data", server.data]
        return (await console.run(["clients"] + words + url), console)
    }

    private func configuration(of server: ServerFolder) async throws -> ConfigurationSnapshot {
        let documents = try await server.documents()
        return try ConfigurationSnapshot(documents: documents, url: WebOrigin("https://\(ServerFolder.host)"))
    }

    private func clientCount(of server: ServerFolder) async throws -> Int {
        try await server.documents().count { $0.kind == .client }
    }

    /// Adds a client and returns what the command printed as JSON.
    private func add(_ words: String..., to server: ServerFolder) async throws -> [String: Any] {
        let console = RecordingConsole()
        let options = ["--json", "--url", "https://\(ServerFolder.host)", "--data", server.data]
        #expect(await console.run(["clients", "add"] + words + options) == .success, "\(console.writtenErrors)")
        #expect(console.lines.count == 1)
        return try #require(console.lines.first).jsonObject
    }

    // MARK: Adding

    @Test func `a page is added with its origins, and a snippet to paste`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await clients(
                "add", "Trip Planner", "--type", "spa", "--origin", "https://trips.login.example.com/", on: server)
            #expect(status == .success)
            let client = try #require(
                try await configuration(of: server).clients.values.first { $0.name == "Trip Planner" })
            #expect(client.id.hasPrefix("trip-planner-"))
            #expect(client.applicationType == .spa)
            #expect(client.authentication.method == .none)
            #expect(client.webOrigins.map(\.description) == ["https://trips.login.example.com"])
            #expect(
                client.callbacks.map(\.text) == ["https://trips.login.example.com/", "https://trips.login.example.com"])
            #expect(client.grantTypes == [.authorizationCode, .refreshToken, .passkey])
            #expect(console.written.contains("issuer     https://login.example.com/\n"))
            #expect(console.written.contains("\"https://login.example.com/sdk/thumbturn.js\""))
            #expect(console.written.contains("npm install https://login.example.com/sdk/thumbturn-"))
            #expect(console.written.contains("clientId: \"\(client.id)\""))
            #expect(!console.written.contains("secret"))
            #expect(console.writtenErrors.isEmpty)
        }
    }

    @Test func `a web application gets a strong secret, which is printed once`() async throws {
        try await ServerFolder.with { server in
            var secrets: Set<String> = []
            for number in 1...2 {
                let (status, console) = await clients(
                    "add", "Wiki", "--type", "web", "--callback", "https://wiki.example.com/cb", "--id",
                    "wiki\(number)",
                    on: server)
                #expect(status == .success)
                let line = try #require(console.lines.first { $0.hasPrefix("secret") })
                let secret = try #require(line.split(separator: " ").last)
                #expect(Base64URL.decode(String(secret))?.count == 32)
                secrets.insert(String(secret))
                let client = try #require(try await configuration(of: server).client("wiki\(number)"))
                #expect(client.authentication.secret?.matches(Array(secret.utf8)) == true)
                #expect(console.written.contains("OIDC_ISSUER=https://login.example.com/\n"))
                #expect(console.written.contains("OIDC_CLIENT_SECRET=\(secret)\n"))
                #expect(console.written.contains("OIDC_REDIRECT_URI=https://wiki.example.com/cb\n"))
                let shown = await clients("show", "wiki\(number)", on: server).console
                #expect(!shown.written.contains(secret))
                #expect(shown.written.contains("it can't be shown"))
            }
            #expect(secrets.count == 2)
        }
    }

    @Test func `an app gets no secret, and learns what passkeys need`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await clients(
                "add", "Notes", "--type", "native", "--callback", "com.example.notes:/callback", "--id", "notes",
                on: server)
            #expect(status == .success)
            let client = try #require(try await configuration(of: server).client("notes"))
            #expect(client.applicationType == .native)
            #expect(client.refreshTokens.leeway == 60)
            #expect(client.authentication.secret == nil)
            #expect(client.callbacks.map(\.text) == ["com.example.notes:/callback"])
            #expect(console.written.contains("domain     login.example.com\n"))
            #expect(console.written.contains("\"mobile\""))
        }
    }

    @Test func `an app for Apple's systems gets what Xcode and its code need`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await clients(
                "add", "Notes", "--type", "native", "--ios", "ABCDE12345.com.example.notes", "--id", "notes", on: server
            )
            #expect(status == .success && console.writtenErrors.isEmpty)
            let client = try #require(try await configuration(of: server).client("notes"))
            #expect(client.mobile.apple?.applicationID == "ABCDE12345.com.example.notes")
            let path = "login.example.com/ios/com.example.notes/callback"
            #expect(client.callbacks.map(\.text) == ["https://\(path)", "com.example.notes://\(path)"])
            for text in [
                "PasskeyClient(domain: \"login.example.com\", clientID: \"notes\")", "docs/guides/ios.md",
                "webcredentials:login.example.com",
                "curl https://login.example.com/.well-known/apple-app-site-association",
            ] {
                #expect(console.written.contains(text))
            }
        }
    }

    @Test func `a device gets a client that asks for codes only, and the two requests`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await clients("add", "TV", "--device", "--id", "tv", on: server)
            #expect(status == .success && console.writtenErrors.isEmpty, "\(console.writtenErrors)")
            let client = try #require(try await configuration(of: server).client("tv"))
            #expect(client.applicationType == .native)
            #expect(client.grantTypes == [.deviceCode, .refreshToken])
            for text in [
                "curl https://login.example.com/oauth/device/code -d client_id=tv",
                "-d grant_type=urn:ietf:params:oauth:grant-type:device_code",
            ] {
                #expect(console.written.contains(text))
            }
        }
    }

    @Test func `an app for both systems gets its settings with one command, whose type goes without saying`()
        async throws
    {
        try await ServerFolder.with { server in
            let fingerprints = ["14", "15"].map { first in
                ([first] + Array(repeating: "6D", count: 31)).joined(separator: ":")
            }
            let (status, console) = await clients(
                "add", "Notes", "--ios", "ABCDE12345.com.example.notes", "--android",
                "com.example.notes=\(fingerprints[0])",
                "--android", "com.example.notes=\(fingerprints[1])", "--id", "notes", on: server)
            #expect(status == .success && console.writtenErrors.isEmpty, "\(console.writtenErrors)")
            let client = try #require(try await configuration(of: server).client("notes"))
            #expect(client.applicationType == .native)
            #expect(client.mobile.apple?.bundleIdentifier == "com.example.notes")
            #expect(client.mobile.android?.packageName == "com.example.notes")
            #expect(client.mobile.android?.fingerprints.map(\.description) == fingerprints)
            for text in [
                "PasskeyClient(domain: \"login.example.com\", clientID: \"notes\")",
                "Passkeys(\"https://login.example.com\", \"notes\")",
                "curl https://login.example.com/.well-known/apple-app-site-association",
                "curl https://login.example.com/.well-known/assetlinks.json",
            ] {
                #expect(console.written.contains(text))
            }
        }
    }

    @Test func `an application comes with its API, whose audience is in what to paste`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await clients(
                "add", "Notes", "--type", "spa", "--origin", "https://login.example.com", "--api", "urn:notes:api",
                "--id",
                "notes", on: server)
            #expect(status == .success && console.writtenErrors.isEmpty, "\(console.writtenErrors)")
            #expect(try await configuration(of: server).resourceServers["urn:notes:api"]?.name == "Notes API")
            #expect(console.written.contains("clientId: \"notes\", audience: \"urn:notes:api\""))
            #expect(console.written.contains("audience   urn:notes:api\n"))
            // The next one calls the same API, and knows its scopes.
            let scoped = await clients(
                "add", "More", "--ios", "ABCDE12345.a.b", "--api", "urn:more", "--id", "m", on: server)
            #expect(scoped.status == .success && scoped.console.written.contains("options.audience = \"urn:more\""))
            _ = try await add(
                "Other", "--type", "web", "--callback", "https://a.example.com/", "--api", "urn:notes:api", to: server)
            let servers = try await configuration(of: server).resourceServers
            #expect(servers.keys.filter { $0.hasPrefix("urn:notes") } == ["urn:notes:api"])
            let shown = await clients("show", "notes", on: server).console
            #expect(shown.written.contains("audience: \"urn:notes:api\""))
        }
    }

    @Test func `what runs on the developer's machine with its server stays signed in without a question`() async throws
    {
        try await ServerFolder.with(hosts: []) { server in
            let console = RecordingConsole()
            for (type, option) in [("spa", "--origin"), ("web", "--callback")] {
                let words = [
                    "clients", "add", "Notes", "--id", "new-\(type)", "--type", type, option, "http://localhost:3000",
                ]
                #expect(
                    await console.run(words + ["--url", "http://localhost:8080", "--data", server.data]) == .success)
            }
            let documents = try await server.documents().filter { $0.id.hasPrefix("new-") }
            let member = "skip_non_verifiable_callback_uri_confirmation_prompt"
            #expect(documents.count == 2 && documents.allSatisfy { $0.json[member] == true })
        }
    }

    @Test func `everything else stays as it is stored, and an event names the command`() async throws {
        try await ServerFolder.with { server in
            let before = try await server.documents()
            let added = try await add("A", "--type", "spa", "--origin", "https://login.example.com", to: server)
            let id = try #require(added["client_id"] as? String)
            #expect(try await server.documents().filter { $0.id != id } == before)
            let event = try #require(try await server.events().first)
            #expect(event.kind == .configurationApplied)
            #expect(event.operatorCommand == "clients add")
            #expect(event.details["created"] == .array([.string("clients[\"\(id)\"]")]))
        }
    }

    @Test func `several callbacks and origins are allowed`() async throws {
        try await ServerFolder.with { server in
            let origins = ["https://a.login.example.com", "https://b.login.example.com"]
            let added = try await add(
                "A", "--type", "web", "--callback", "https://a.example.com/1", "--callback", "https://b.example.com/2",
                "--origin", origins[0], "--origin", origins[1], to: server)
            #expect(added["callbacks"] as? [String] == ["https://a.example.com/1", "https://b.example.com/2"])
            #expect(added["web_origins"] as? [String] == origins)
            #expect(added["issuer"] as? String == "https://login.example.com/")
            #expect((added["client_secret"] as? String)?.utf8.count == 43)
        }
    }

    @Test func `the same name twice makes two clients, the same ID is rejected`() async throws {
        try await ServerFolder.with { server in
            for _ in 1...2 {
                _ = try await add("Two", "--type", "native", "--callback", "a:/", to: server)
            }
            let taken = {
                await clients("add", "Two", "--type", "native", "--callback", "a:/", "--id", "two", on: server)
            }
            #expect(await taken().status == .success)
            let (status, console) = await taken()
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("There is a client two."))
            let (_, ambiguous) = await clients("show", "Two", on: server)
            #expect(ambiguous.writtenErrors.contains("names several clients"))
        }
    }

    @Test(arguments: [
        (["--type", "spa"], "needs --origin URL"), (["--type", "web"], "needs --callback URL"),
        (["--type", "sap", "--origin", "https://a.example.com"], "Did you mean spa?"),
        (["--origin", "https://a.example.com"], "needs --type spa, web or native"),
        (["--type", "web", "--callback", "/cb"], "--callback: \"/cb\" is not an absolute URI."),
        (["--type", "spa", "--origin", "http://a.example.com"], "--origin: \"http://a.example.com\" uses plain HTTP."),
        (["--type", "native", "--callback", "a:/", "--id", "a b"], "--id: \"a b\" is not a valid client ID."),
        (["--type", "spa", "--origin", "*"], "--origin: \"*\" is not a valid origin."),
        (["more", "--type", "native"], "clients add takes one NAME"),
        (["--type", "native"], "needs --ios TEAM.BUNDLE"),
        (["--type", "native", "--ios", "com"], "--ios: com is not a team ID and a bundle identifier"),
        (["--type", "native", "--ios", "ABCDE.com.example.notes"], "--ios: \"ABCDE\" is not a valid Apple team ID."),
        (["--type", "web", "--callback", "https://a.example.com/", "--ios", "A.b"], "are for --type native."),
        (["--type", "spa", "--origin", "https://a.example.com", "--device"], "are for --type native."),
        (
            ["--android", "com.example.notes"],
            "--android: com.example.notes is not a package and the SHA-256 fingerprint"
        ),
        (["--android", "a.b=1", "--android", "a.c=1"], "--android: A client has one package."),
        (["--android", "com.example.notes=14:6D"], "--android: \"14:6D\" is not a valid SHA-256 fingerprint."),
        (
            ["--type", "spa", "--origin", "https://a.example.com", "--api", "a b"],
            "--api: \"a b\" is not a valid audience."
        ),
    ])
    func `a client that can't be used is rejected with the option at fault`(
        _ words: [String], message: String
    ) async throws {
        try await ServerFolder.with { server in
            let before = try await server.documents()
            let console = RecordingConsole()
            let all =
                ["clients", "add", "A"] + words + ["--url", "https://\(ServerFolder.host)", "--data", server.data]
            #expect(await console.run(all) == .malformed)
            #expect(console.writtenErrors.contains(message), "\(console.writtenErrors)")
            #expect(words.contains("--callback") || !console.writtenErrors.contains("--callback:"))
            #expect(console.written.isEmpty)
            #expect(try await server.documents() == before)
        }
    }

    @Test func `warnings name the option, and a connection that lists its clients`() async throws {
        try await ServerFolder.with { server in
            let closed = "{\"connections\": [{\"name\": \"Staff\", \"enabled_clients\": [\"web\"]}]}"
            #expect(await RecordingConsole(input: closed).run("apply", "-", "--data", server.data) == .success)
            let (status, console) = await clients(
                "add", "A", "--type", "spa", "--origin", "https://elsewhere.example.net", on: server)
            #expect(status == .success)
            #expect(console.writtenErrors.contains("warning: --origin: https://elsewhere.example.net is outside"))
            #expect(console.writtenErrors.contains("Users of the connection Staff can't sign in with it."))
            #expect(!console.writtenErrors.contains("There are no passkeys yet"))
            #expect(!console.writtenErrors.contains("connection People"))
        }
    }

    @Test func `add needs the server's URL, because the issuer depends on it`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await server.run("clients", "add", "A", "--type", "native", "--callback", "a:/")
            #expect(status == .malformed)
            #expect(console.writtenErrors.contains("Give the server's --url, or set THUMBTURN_URL."))
            let count = try await clientCount(of: server)
            #expect(count == 1)
        }
    }

    @Test func `while there are no passkeys, pages beside the server are offered the domain that they share`()
        async throws
    {
        try await ServerFolder.with { server in
            let (_, console) = await clients(
                "add", "A", "--type", "spa", "--id", "a", "--origin", "https://app.example.com", on: server)
            let line = try #require(
                console.writtenErrors.split(separator: "\n").first { $0.contains("thumbturn apply -") })
            #expect(console.writtenErrors.contains("can still be bound to example.com"))
            let file = try #require(line.split(separator: "'").dropFirst().first)
            let apply = ["apply", "-", "--url", "https://\(ServerFolder.host)", "--data", server.data]
            #expect(await RecordingConsole(input: String(file)).run(apply) == .success)
            #expect(try await configuration(of: server).domain(at: ServerFolder.host)?.relyingPartyID == "example.com")
            let (_, next) = await clients(
                "add", "B", "--type", "spa", "--id", "b", "--origin", "https://app.example.com", on: server)
            #expect(next.writtenErrors.isEmpty)
        }
    }

    // MARK: Looking

    @Test func `list shows every client, and show one as it is stored`() async throws {
        try await ServerFolder.with { server in
            let added = try await add("Wiki", "--type", "web", "--callback", "https://wiki.example.com/cb", to: server)
            let id = try #require(added["client_id"] as? String)
            let (status, console) = await clients("list", on: server)
            #expect(status == .success)
            #expect(console.lines.count == 3)
            #expect(console.lines.contains { $0.hasPrefix(id) && $0.contains("https://wiki.example.com/cb") })
            let lines = await clients("list", "--json", on: server).console.lines.map(\.jsonObject)
            #expect(Set(lines.compactMap { $0["client_id"] as? String }) == ["web", id])
            for name in [id, "Wiki"] {
                let shown = await clients("show", name, "--json", on: server).console
                #expect(shown.written.jsonObject["callbacks"] as? [String] == ["https://wiki.example.com/cb"])
                #expect(!shown.written.contains("secret_hash"))
            }
            let (missing, other) = await clients("show", "Wki", on: server)
            #expect(missing == .failure)
            #expect(other.writtenErrors.contains("There is no client Wki. Did you mean Wiki?"))
        }
    }

    // MARK: Removing

    @Test func `remove takes the client's grants and its places in lists along, and says what ends`() async throws {
        try await ServerFolder.with { server in
            let job = """
                {"clients": [{"client_id": "job", "app_type": "non_interactive",
                              "client_secret": "pQ8zkVbN3mX1sT7rW5yU2cF9hJ4gL6dK"}],
                 "resource_servers": [{"identifier": "urn:notes", "scopes": [{"value": "read"}]}],
                 "client_grants": [{"client_id": "job", "audience": "urn:notes", "scope": ["read"]}],
                 "connections": [{"name": "Staff", "enabled_clients": ["web", "job"]}]}
                """
            #expect(await RecordingConsole(input: job).run("apply", "-", "--data", server.data) == .success)
            let (status, console) = await clients("remove", "job", on: server)
            #expect(status == .success)
            #expect(
                console.lines == [
                    "Removed job (job).",
                    "Users can't sign in with it any longer, and its refresh tokens stop working.",
                    "Its grants for APIs were removed with it: 1.",
                    "Access tokens that other APIs accept are valid until they expire.",
                ])
            let configuration = try await configuration(of: server)
            #expect(configuration.clients.keys.sorted() == ["web"])
            #expect(configuration.connections["Staff"]?.enabledClients == ["web"])
            #expect(configuration.connections["People"]?.enabledClients == nil)
            let kinds = Set(try await server.documents().map(\.kind))
            #expect(!kinds.contains(.clientGrant))
            #expect(try await server.events().first?.operatorCommand == "clients remove")
            #expect(await clients("remove", "job", on: server).status == .failure)
        }
    }

    @Test func `removing a client keeps the secrets of the others`() async throws {
        try await ServerFolder.with { server in
            let added = try await add("Wiki", "--type", "web", "--callback", "https://wiki.example.com/cb", to: server)
            #expect(await clients("remove", "web", on: server).status == .success)
            let client = try #require(try await configuration(of: server).clients.values.first)
            let secret = try #require(added["client_secret"] as? String)
            #expect(client.authentication.secret?.matches(Array(secret.utf8)) == true)
        }
    }

    @Test(arguments: [("n\n", 3), ("\n", 3), ("y\n", 2), ("YES\n", 2)])
    func `on a terminal, remove asks first`(_ answer: String, remaining: Int) async throws {
        try await ServerFolder.with { server in
            for name in ["One", "Two"] {
                _ = try await add(name, "--type", "native", "--callback", "a:/", to: server)
            }
            let console = RecordingConsole(input: answer, isInteractive: true)
            let status = await console.run("clients", "remove", "One", "--data", server.data)
            #expect(console.writtenErrors.contains("Remove it? [y/N]"))
            #expect((status == .success) == (remaining == 2))
            #expect(try await clientCount(of: server) == remaining)
            let unasked = RecordingConsole(isInteractive: true)
            #expect(await unasked.run("clients", "remove", "Two", "--yes", "--data", server.data) == .success)
            #expect(unasked.writtenErrors.isEmpty)
        }
    }

    @Test func `a removed client of the default configuration does not come back at the next start`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            let configuration = try DefaultConfiguration(url: WebOrigin("http://localhost:8080"))
            let file = String(decoding: JSONValue.object(configuration.json).serialized(), as: UTF8.self)
            #expect(await RecordingConsole(input: file).run("apply", "-", "--prune", "--data", server.data) == .success)
            let before = try await server.documents()
            #expect(DefaultConfiguration.isNeeded(beside: before))
            let (status, _) = await server.run("clients", "remove", DefaultConfiguration.webClient)
            #expect(status == .success)
            let after = try await server.documents()
            #expect(!DefaultConfiguration.isNeeded(beside: after))
        }
    }
}
