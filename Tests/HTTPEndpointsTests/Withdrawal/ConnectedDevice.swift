// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import Testing
import WireFormats

/// A device that asks a signed-in user for tokens with a code.
struct ConnectedDevice {
    static let grant = "urn:ietf:params:oauth:grant-type:device_code"

    let party: RelyingParty
    let code: String
    let userCode: String

    init(at server: TestServer, scope: String = "openid offline_access") async throws {
        party = RelyingParty(at: server).with { $0.client = "television" }
        let started = try await Self.begin(at: server, scope: scope).require(200)
        (code, userCode) = (try started.text("device_code"), try started.text("user_code"))
    }

    static func begin(at server: TestServer, scope: String, audience: String? = nil) async throws -> TestResponse {
        let fields = [("client_id", "television"), ("scope", scope)] + (audience.map { [("audience", $0)] } ?? [])
        return try await server.send(.form("/oauth/device/code", fields: fields))
    }

    /// Approves the request on the page, as the browser's user.
    func approve(in browser: TestBrowser) async throws {
        let page = try await browser.visit("/activate", from: .ownPage)
        let confirm = try await browser.submit(page.page.form("/activate"), entering: ["user_code": userCode])
        let done = try await browser.submit(confirm.page.form("/activate/confirm"), pressing: "allow")
        #expect(done.response.status == 200)
    }

    func poll() async throws -> TestResponse {
        try await party.requestTokens(["grant_type": .string(Self.grant), "device_code": .string(code)])
    }
}
