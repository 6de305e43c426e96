// SPDX-License-Identifier: Apache-2.0

import Foundation
import SoftwareAuthenticator
import TemporaryFolders
import Testing
import ThumbturnServer

@Suite("thumbturn authenticator")
struct AuthenticatorCommandTests {
    private let folder: TemporaryFolder
    private var vault: String { folder.path(of: "vault.json") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("a credential that was created signs in")
    func roundTrip() async throws {
        let created = RecordingConsole(input: Self.creation)
        #expect(await created.run("authenticator", "create", "--vault", vault, "--case") == .success)
        #expect(await RecordingConsole(input: created.written).run("verify", "-") == .success)
        let signedIn = RecordingConsole(input: Self.request)
        #expect(await signedIn.run("authenticator", "get", "--vault", vault, "--case") == .success)
        #expect(await RecordingConsole(input: signedIn.written).run("verify", "-") == .success)
    }

    @Test("options are read in the wrappings that servers use", arguments: ["publicKey", "authn_params_public_key"])
    func wrappings(_ name: String) async throws {
        let console = RecordingConsole(input: "{\"\(name)\":\(Self.creation)}")
        #expect(await console.run("authenticator", "create", "--vault", vault) == .success)
        #expect(console.lines.first?.jsonObject["type"] as? String == "public-key")
    }

    @Test("options are read from a file too")
    func file() async throws {
        let path = folder.path(of: "options.json")
        try Self.creation.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(await RecordingConsole().run("authenticator", "create", "--vault", vault, path) == .success)
    }

    @Test("list shows a credential a line")
    func list() async {
        for _ in 1...2 {
            let profile = ["--profile", "security-key"]
            _ = await RecordingConsole(input: Self.creation).run(
                ["authenticator", "create", "--vault", vault] + profile)
        }
        let console = RecordingConsole()
        #expect(await console.run("authenticator", "list", "--vault", vault) == .success)
        #expect(console.lines.map { $0.jsonObject["rpId"] as? String } == ["example.org", "example.org"])
    }

    @Test("every profile creates what verify accepts", arguments: AuthenticatorProfile.all.map(\.name))
    func profiles(_ name: String) async {
        let console = RecordingConsole(input: Self.creation)
        #expect(
            await console.run("authenticator", "create", "--vault", vault, "--profile", name, "--case", "--attest")
                == .success)
        #expect(await RecordingConsole(input: console.written).run("verify", "-") == .success)
    }

    @Test("tampering mutations with the response")
    func mutation() async {
        let console = RecordingConsole(input: Self.creation)
        #expect(
            await console.run("authenticator", "create", "--vault", vault, "--case", "--tamper", "wrongChallenge")
                == .success
        )
        let verify = RecordingConsole(input: console.written)
        #expect(await verify.run("verify", "-") == .failure)
        #expect(verify.lines.first?.jsonObject["code"] as? String == "registration.challenge-mismatch")
    }

    @Test("tampering mutations with the attestation")
    func alteration() async {
        let console = RecordingConsole(input: Self.creation)
        let words = ["--profile", "windows-hello", "--case", "--tamper", "tpm.wrongMagic"]
        #expect(await console.run(["authenticator", "create", "--vault", vault] + words) == .success)
        let verify = RecordingConsole(input: console.written)
        #expect(await verify.run("verify", "-") == .failure)
        #expect(verify.lines.first?.jsonObject["code"] as? String == "registration.attestation.8.3.magic")
    }

    @Test(
        "tampering with an attestation has nothing to tamper with where there is none",
        arguments: [("get", "packed.badSignature"), ("get", "chain.leafExpired"), ("create", "tpm.wrongMagic")])
    func nothingToSpoil(_ verb: String, _ name: String) async {
        _ = await RecordingConsole(input: Self.creation).run("authenticator", "create", "--vault", vault)
        let console = RecordingConsole(input: verb == "get" ? Self.request : Self.creation)
        #expect(await console.run("authenticator", verb, "--vault", vault, "--tamper", name) == .failure)
        #expect(console.writtenErrors.contains("\(name) has nothing to tamper with in this ceremony."))
        #expect(console.written.isEmpty)
    }

    @Test("a case of a sign-in says whether the response has to name the account")
    func discoverable() async throws {
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
            #expect(await RecordingConsole(input: console.written).run("verify", "-") == .success)
        }
    }

    @Test("a case of a sign-in without a list is refused where the response names no account")
    func userHandle() async {
        _ = await RecordingConsole(input: Self.creation).run("authenticator", "create", "--vault", vault)
        let console = RecordingConsole(input: Self.request)
        let words = ["authenticator", "get", "--vault", vault, "--case", "--tamper", "missingUserHandle"]
        #expect(await console.run(words) == .success)
        let verify = RecordingConsole(input: console.written)
        #expect(await verify.run("verify", "-") == .failure)
        #expect(verify.lines.first?.jsonObject["code"] as? String == "authentication.user-handle-missing")
    }

    @Test("an Android app's ceremonies can be played by its origin")
    func android() async {
        let origin = "android:apk-key-hash:BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc"
        for (verb, options) in [("create", Self.creation), ("get", Self.request)] {
            let console = RecordingConsole(input: options)
            let words = ["authenticator", verb, "--vault", vault, "--case", "--origin", origin]
            #expect(await console.run(words) == .success)
            #expect(console.lines.first?.jsonObject["origin"] as? String == origin)
            #expect(await RecordingConsole(input: console.written).run("verify", "-") == .success)
        }
        let nameless = RecordingConsole(
            input: Self.creation.replacingOccurrences(of: #""id":"example.org","#, with: ""))
        #expect(
            await nameless.run("authenticator", "create", "--vault", vault, "--origin", origin) == .malformed)
        #expect(nameless.writtenErrors.contains("must name the relying party"))
    }

    @Test("a silent creation is wrapped as one")
    func conditional() async {
        let console = RecordingConsole(input: Self.creation)
        #expect(await console.run("authenticator", "create", "--vault", vault, "--case", "--conditional") == .success)
        #expect(await RecordingConsole(input: console.written).run("verify", "-") == .success)
    }

    @Test("what cannot be done ends with 1 and says why")
    func noCredential() async {
        _ = await RecordingConsole(input: Self.creation).run("authenticator", "create", "--vault", vault)
        let console = RecordingConsole(input: Self.request.replacingOccurrences(of: "example.org", with: "other.test"))
        #expect(await console.run("authenticator", "get", "--vault", vault) == .failure)
        #expect(console.writtenErrors.contains("no credential"))
    }

    @Test(
        "a mistake on the command line ends with 2 and says what is wrong",
        arguments: [
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
    func mistakes(_ words: [String], _ message: String) async {
        let console = RecordingConsole(input: Self.creation)
        #expect(await console.run(["authenticator"] + words) == .malformed)
        #expect(console.writtenErrors.contains(message))
    }

    @Test("options that name no relying party need an origin")
    func noRelyingParty() async {
        let options = Self.creation.replacingOccurrences(of: #""id":"example.org","#, with: "")
        let console = RecordingConsole(input: options)
        #expect(await console.run("authenticator", "create", "--vault", vault) == .malformed)
        let other = RecordingConsole(input: options)
        #expect(
            await other.run("authenticator", "create", "--vault", vault, "--origin", "https://example.org") == .success)
    }

    @Test("every way to mutation is listed with its verdict")
    func tamperings() async {
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
