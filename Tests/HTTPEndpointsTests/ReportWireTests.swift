// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPEndpoints
import HTTPServer
import RateLimiting
import TestSupport
import Testing
import WireFormats

/// `/passkey/report`: why a ceremony failed on the device.
struct ReportWireTests {
    private func report(_ session: String, reason: String = "canceled", error: String? = nil) -> Message {
        var body: JSONObject = ["auth_session": .string(session), "reason": .string(reason)]
        body["error"] = error.map(JSONValue.string)
        return .post("/passkey/report", json: body)
    }

    @Test func `a report is logged under the reference of the request that began the ceremony`() async throws {
        let server = try await TestServer()
        let session = try await TestClient(at: server).beginSignIn().session
        let began = try #require(server.log.last?.reference)
        try await server.send(report(session, reason: "timed_out", error: "NotAllowedError")).require(204)
        let notice = try #require(server.notices.last)
        #expect(notice.event == "passkey.failed-on-device")
        #expect(notice.isRoutine)
        #expect(notice.fields["reference"]?.stringValue == began)
        #expect(notice.fields["report"]?.stringValue == server.log.last?.reference)
        #expect(notice.fields["reason"] == "timed_out")
        #expect(notice.fields["error"] == "NotAllowedError")
        #expect(notice.fields["client"] == "spa")
    }

    @Test func `the server's own pages report, too`() async throws {
        let server = try await TestServer()
        let browser = TestBrowser(at: server)
        let visit = try await browser.visit("/account")
        let session = try await browser.beginCeremony(of: visit).require(200).text("session")
        let began = try #require(server.log.last?.reference)
        try await server.send(report(session)).require(204)
        #expect(server.notices.last?.fields["reference"]?.stringValue == began)
        #expect(server.notices.last?.fields["client"] == nil)
    }

    @Test(arguments: CeremonyFailureReason.allCases)
    func `each reason has an explanation of its own`(reason: CeremonyFailureReason) async throws {
        let server = try await TestServer()
        let session = try await TestClient(at: server).beginSignIn().session
        try await server.send(report(session, reason: reason.rawValue)).require(204)
        #expect(server.notices.last?.fields["reason"]?.stringValue == reason.rawValue)
        #expect(server.notices.last?.fields["explanation"]?.stringValue?.isEmpty == false)
        #expect(server.notices.last?.fields["remedy"]?.stringValue?.isEmpty == false)
    }

    @Test func `nobody reports without a ceremony, after it, or with words of their own`() async throws {
        let server = try await TestServer()
        let session = try await TestClient(at: server).beginSignIn().session
        #expect(try await server.send(report("x")).require(403).code == "sign-in.ceremony.seal-invalid")
        try await server.send(report(session, reason: "bored")).require(400)
        try await server.send(report(session, error: "a\u{1B}[31m")).require(400)
        #expect(
            try await server.send(report(session).at(TestServer.otherHost)).require(403).code
                == "sign-in.ceremony.seal-invalid")
        server.clock.advance(seconds: 301)
        #expect(try await server.send(report(session)).require(403).code == "sign-in.ceremony.expired")
        #expect(server.notices.isEmpty)
    }

    @Test func `reports about one ceremony are limited`() async throws {
        let server = try await TestServer(limits: .standard)
        let session = try await TestClient(at: server).beginSignIn().session
        var statuses: [Int] = []
        for _ in 0..<101 { statuses.append(try await server.send(report(session)).status) }
        #expect(statuses.first == 204)
        #expect(statuses.last == 429)
    }
}
