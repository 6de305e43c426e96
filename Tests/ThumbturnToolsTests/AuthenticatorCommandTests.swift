// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import SoftwareAuthenticator
import TestConsole
import TestSupport
import Testing

@Suite struct AuthenticatorCommandTests {
    private let folder: TemporaryFolder
    private var vault: String { folder.path(of: "vault.json") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a credential that was created signs in`() async throws {
        let created = RecordingConsole(input: Self.creation)
        #expect(await created.run("authenticator", "create", "--vault", vault, "--case") == .success)
        #expect(await RecordingConsole(input: created.written).runThumbturn("verify", "-") == .success)
        let signedIn = RecordingConsole(input: Self.request)
        #expect(await signedIn.run("authenticator", "get", "--vault", vault, "--case") == .success)
        #expect(await RecordingConsole(input: signedIn.written).runThumbturn("verify", "-") == .success)
    }

    @Test(arguments: ["publicKey", "authn_params_public_key"])
    func `options are read in each wrapping that servers use`(_ name: String) async throws {
        let console = RecordingConsole(input: "{\"\(name)\":\(Self.creation)}")
        #expect(await console.run("authenticator", "create", "--vault", vault) == .success)
        #expect(console.lines.first?.jsonObject["type"] as? String == "public-key")
    }

    @Test func `options are read from a file`() async throws {
        let path = folder.path(of: "options.json")
        try Self.creation.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(await RecordingConsole().run("authenticator", "create", "--vault", vault, path) == .success)
    }

    @Test func `list prints a line for each credential`() async {
        for _ in 1...2 {
            let profile = ["--profile", "security-key"]
            _ = await RecordingConsole(input: Self.creation).run(
                ["authenticator", "create", "--vault", vault] + profile)
        }
        let console = RecordingConsole()
        #expect(await console.run("authenticator", "list", "--vault", vault) == .success)
        #expect(console.lines.map { $0.jsonObject["rpId"] as? String } == ["example.org", "example.org"])
    }

    @Test(arguments: AuthenticatorProfile.all.map(\.name))
    func `every profile creates a credential that verify accepts`(_ name: String) async {
        let console = RecordingConsole(input: Self.creation)
        #expect(
            await console.run("authenticator", "create", "--vault", vault, "--profile", name, "--case", "--attest")
                == .success)
        #expect(await RecordingConsole(input: console.written).runThumbturn("verify", "-") == .success)
    }

    @Test func `a mutated response is rejected`() async {
        let console = RecordingConsole(input: Self.creation)
        #expect(
            await console.run("authenticator", "create", "--vault", vault, "--case", "--tamper", "wrongChallenge")
                == .success
        )
        let verify = RecordingConsole(input: console.written)
        #expect(await verify.runThumbturn("verify", "-") == .failure)
        #expect(verify.lines.first?.jsonObject["code"] as? String == "registration.challenge-mismatch")
    }

    @Test func `a mutated attestation is rejected`() async {
        let console = RecordingConsole(input: Self.creation)
        let words = ["--profile", "windows-hello", "--case", "--tamper", "tpm.wrongMagic"]
        #expect(await console.run(["authenticator", "create", "--vault", vault] + words) == .success)
        let verify = RecordingConsole(input: console.written)
        #expect(await verify.runThumbturn("verify", "-") == .failure)
        #expect(verify.lines.first?.jsonObject["code"] as? String == "registration.attestation.tpm-magic-mismatch")
    }

    @Test(arguments: [("get", "packed.badSignature"), ("get", "chain.leafExpired"), ("create", "tpm.wrongMagic")])
    func `a mutation of an attestation fails without such an attestation`(verb: String, name: String) async {
        _ = await RecordingConsole(input: Self.creation).run("authenticator", "create", "--vault", vault)
        let console = RecordingConsole(input: verb == "get" ? Self.request : Self.creation)
        #expect(await console.run("authenticator", verb, "--vault", vault, "--tamper", name) == .failure)
        #expect(console.writtenErrors.contains("\(name) has nothing to tamper with in this ceremony."))
        #expect(console.written.isEmpty)
    }

    @Test func `a case of a sign-in says whether the response has to name the account`() async throws {
        let created = RecordingConsole(input: Self.creation)
        _ = await created.run("authenticator", "create", "--vault", vault)
        let id = try #require(created.lines.first?.jsonObject["id"] as? String)
        let listed = Self.request.replacingOccurrences(
            of: "\"rpId\"", with: "\"allowCredentials\":[{\"type\":\"public-key\",\"id\":\"\(id)\"}],\"rpId\"")
        for (options, isDiscoverable) in [(Self.request, true), (listed, false)] {
            let console = RecordingConsole(input: options)
            #expect(await console.run("authenticator", "get", "--vault", vault, "--case") == .success)
            let written = try #require(console.lines.first?.jsonObject)
            #expect(written["discoverable"] as? Bool == (isDiscoverable ? true : nil))
            #expect(written["allow_credentials"] as? [String] == (isDiscoverable ? nil : [id]))
            #expect(await RecordingConsole(input: console.written).runThumbturn("verify", "-") == .success)
        }
    }

    @Test func `a discoverable sign-in is rejected when its response names no account`() async {
        _ = await RecordingConsole(input: Self.creation).run("authenticator", "create", "--vault", vault)
        let console = RecordingConsole(input: Self.request)
        let words = ["authenticator", "get", "--vault", vault, "--case", "--tamper", "missingUserHandle"]
        #expect(await console.run(words) == .success)
        let verify = RecordingConsole(input: console.written)
        #expect(await verify.runThumbturn("verify", "-") == .failure)
        #expect(verify.lines.first?.jsonObject["code"] as? String == "authentication.user-handle-missing")
    }

    @Test func `an Android app's ceremonies work with its origin`() async {
        let origin = "android:apk-key-hash:BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc"
        for (verb, options) in [("create", Self.creation), ("get", Self.request)] {
            let console = RecordingConsole(input: options)
            let words = ["authenticator", verb, "--vault", vault, "--case", "--origin", origin]
            #expect(await console.run(words) == .success)
            #expect(console.lines.first?.jsonObject["origin"] as? String == origin)
            #expect(await RecordingConsole(input: console.written).runThumbturn("verify", "-") == .success)
        }
        let nameless = RecordingConsole(
            input: Self.creation.replacingOccurrences(of: #""id":"example.org","#, with: ""))
        #expect(
            await nameless.run("authenticator", "create", "--vault", vault, "--origin", origin) == .malformed)
        #expect(nameless.writtenErrors.contains("must name the relying party"))
    }

    @Test func `a conditional creation is wrapped as one`() async {
        let console = RecordingConsole(input: Self.creation)
        #expect(await console.run("authenticator", "create", "--vault", vault, "--case", "--conditional") == .success)
        #expect(await RecordingConsole(input: console.written).runThumbturn("verify", "-") == .success)
    }

    @Test func `a command that fails exits with 1 and says why`() async {
        _ = await RecordingConsole(input: Self.creation).run("authenticator", "create", "--vault", vault)
        let console = RecordingConsole(input: Self.request.replacingOccurrences(of: "example.org", with: "other.test"))
        #expect(await console.run("authenticator", "get", "--vault", vault) == .failure)
        #expect(console.writtenErrors.contains("no credential"))
    }

    @Test(arguments: [
        ([], "needs create, get or list"),
        (["crate"], "Did you mean create?"),
        (["get"], "needs --vault FILE"),
        (["get", "--vault", "/nowhere/vault.json"], "does not exist"),
        (
            ["create", "--vault", "/nowhere/vault.json", "--profile", "icloud-keychian"],
            "Did you mean icloud-keychain?"
        ),
        (
            ["create", "--vault", "/nowhere/vault.json", "--tamper", "wrongChalenge"],
            "Did you mean wrongChallenge?"
        ),
    ])
    func `an invalid command line exits with 2 and says why`(words: [String], message: String) async {
        let console = RecordingConsole(input: Self.creation)
        #expect(await console.run(["authenticator"] + words) == .malformed)
        #expect(console.writtenErrors.contains(message))
    }

    @Test func `broken JSON names its line`() async {
        let console = RecordingConsole(input: "{\n \"id\": 1,\n}")
        #expect(await console.run("authenticator", "create", "--vault", vault) == .malformed)
        #expect(console.writtenErrors.contains("line 3, column 1"), "\(console.writtenErrors)")
    }

    @Test func `an unknown profile is an error that lists all profiles`() async {
        let console = RecordingConsole()
        #expect(await console.run("authenticator", "create", "--vault", vault, "--profile", "nokia") == .malformed)
        #expect(console.writtenErrors.contains("There is no profile nokia."))
        #expect(console.writtenErrors.contains("The profiles are "))
        #expect(console.writtenErrors.contains("icloud-keychain"))
    }

    @Test func `options that name no relying party need an origin`() async {
        let options = Self.creation.replacingOccurrences(of: #""id":"example.org","#, with: "")
        let console = RecordingConsole(input: options)
        #expect(await console.run("authenticator", "create", "--vault", vault) == .malformed)
        let other = RecordingConsole(input: options)
        #expect(
            await other.run("authenticator", "create", "--vault", vault, "--origin", "https://example.org") == .success)
    }

    @Test func `--tamper list prints every mutation`() async {
        let console = RecordingConsole()
        #expect(await console.run("authenticator", "--tamper", "list") == .success)
        #expect(console.lines.count == ResponseMutation.allCases.count + AttestationAlteration.allCases.count)
    }

    private static let creation = """
        {"rp":{"id":"example.org","name":"Example"},"user":{"id":"YW4tYWNjb3VudA","name":"a","displayName":"A"},\
        "challenge":"AAECAwQFBgcICQoLDA0ODw","pubKeyCredParams":[{"type":"public-key","alg":-7},\
        {"type":"public-key","alg":-257}],"authenticatorSelection":{"userVerification":"preferred"}}
        """

    private static let request = """
        {"challenge":"AAECAwQFBgcICQoLDA0ODw","rpId":"example.org","userVerification":"required"}
        """
}
