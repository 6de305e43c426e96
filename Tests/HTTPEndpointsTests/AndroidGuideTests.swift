// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import Foundation
import HTTPContract
import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import Testing
import WireFormats

/// The configuration, the origin and the requests of the guide for Android, as they are printed.
struct AndroidGuideTests {
    /// A printed request. `…` stands for what a ceremony or an earlier response gives.
    private struct Request {
        let path: String
        let body: JSONObject

        init(_ text: String) throws {
            let lines = text.split(separator: "\n", maxSplits: 1)
            let (first, json) = (try #require(lines.first), try #require(lines.dropFirst().first))
            path = String(first.dropFirst("POST ".count))
            body = try #require(JSONReader.read(Array(json.utf8)).objectValue)
        }
    }

    private let guide: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        guide = try String(contentsOf: root.appending(path: "docs/guides/android.md"), encoding: .utf8)
            .replacing("auth.example.com", with: TestServer.host)
    }

    /// The first block in a language.
    private func block(_ language: String) throws -> String {
        let start = try #require(guide.firstRange(of: "```\(language)\n"))
        let end = try #require(guide[start.upperBound...].firstRange(of: "\n```"))
        return String(guide[start.upperBound..<end.lowerBound])
    }

    private var client: JSONObject {
        get throws {
            let configuration = try JSONReader.read(Array(block("json").utf8))
            return try #require(configuration["clients"]?.arrayValue?.first?.objectValue)
        }
    }

    private func server() async throws -> TestServer {
        let document = ConfigurationDocument(kind: .client, id: "android-app", json: try client)
        return try await TestServer { $0.append(document) }
    }

    /// Whether a value has all members of a printed one, and theirs.
    private static func hasMembers(_ value: JSONValue?, of printed: JSONValue) -> Bool {
        guard let printed = printed.objectValue else { return value?.stringValue?.isEmpty == false }
        return printed.members.allSatisfy { hasMembers(value?[$0.name], of: $0.value) }
    }

    @Test func `the requests sign a user up and in, refresh, report, and add a passkey`() async throws {
        let origin = try String(#require(guide.firstMatch(of: /android:apk-key-hash:[\w-]+/)).output)
        let first = TestClient(at: try await server()).inApplication(origin)
        let second = first.with { $0.device = SoftwareAuthenticator(profile: .googlePasswordManager) }
        let requests = try block("http").components(separatedBy: "\n\n").map(Request.init)
        #expect(requests.count == 8)
        var known = JSONObject()
        for request in requests {
            var body = request.body
            for name in ["auth_session", "authn_response", "refresh_token"] {
                guard let printed = body[name] else { continue }
                #expect(Self.hasMembers(known[name], of: printed), "\(request.path) \(name)")
                body[name] = known[name]
            }
            var message = Message.post(request.path, json: body)
            let token = try known["access_token"].map { try #require($0.stringValue) }
            if request.path.hasPrefix("/me/") {
                message = message.setting("Authorization", to: "Bearer \(token ?? "")")
            }
            let response = try await first.server.send(message)
            #expect((200..<300).contains(response.status), "\(request.path): \(response.text)")
            for member in response.json?.members ?? [] { known[member.name] = member.value }
            guard response.json?["authn_params_public_key"] != nil else { continue }
            let started = try TestClient.StartedCeremony(response)
            let device = request.path.hasPrefix("/me/") ? second : first
            known["authn_response"] = try JSONReader.read(
                request.path == "/passkey/challenge" ? device.signed(started) : device.created(started))
        }
        let user = try #require(await first.server.users().first)
        #expect(try await first.server.storage.read { try $0.passkeys.list(of: user.id) }.count == 2)
    }

    @Test func `the server's file lists the application of the configuration`() async throws {
        let application = try #require(try client["mobile"]?["android"])
        let file = try await server().send(.get("/.well-known/assetlinks.json")).require(200)
        let targets = try #require(JSONReader.read(file.body).arrayValue).map { $0["target"] }
        let target = try #require(targets.first { $0?["package_name"] == application["app_package_name"] })
        #expect(target?["sha256_cert_fingerprints"] == application["sha256_cert_fingerprints"])
    }

    @Test func `the server knows each reason that the code reports`() {
        let reasons = guide.matches(of: /(?:->|return) "([a-z_]+)"/).map { String($0.output.1) }
        #expect(reasons.count == 9)
        for reason in reasons { #expect(CeremonyFailureReason(rawValue: reason) != nil, "\(reason)") }
    }
}
