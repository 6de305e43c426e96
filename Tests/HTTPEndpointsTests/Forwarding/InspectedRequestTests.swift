// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import TestSupport
import Testing
import WireFormats

/// The server's view of a request, which it shows to an operator only.
@Suite struct InspectedRequestTests {
    private static let mark = InspectionMark(master: TestServerKeys.master)

    private func inspect(_ message: Message, on server: TestServer) async throws -> InspectedRequest? {
        try await server.send(message).require(200).headers[InspectedRequest.field].flatMap { InspectedRequest($0) }
    }

    @Test func `a marked request is told how the server sees it`() async throws {
        let server = try await TestServer()
        let message = Message.get("/health/live").setting(
            InspectedRequest.field, to: Self.mark.text(at: server.clock.now))
        let plain = try #require(try await inspect(message, on: server))
        #expect(plain.peer == "192.0.2.1" && plain.host == TestServer.host && plain.isSecure)
        #expect(!plain.isPeerTrusted && !plain.hasForwardedFields && !plain.hasForwardedAddress)
        let scheme = try #require(try await inspect(message.setting("X-Forwarded-Proto", to: "https"), on: server))
        #expect(scheme.hasForwardedFields && !scheme.hasForwardedAddress)
        let address = try #require(try await inspect(message.setting("Forwarded", to: "For=192.0.2.7"), on: server))
        #expect(address.hasForwardedFields && address.hasForwardedAddress)
    }

    @Test func `a request without a mark, or with another server's or an old one, is told nothing`() async throws {
        let server = try await TestServer()
        let now = server.clock.now
        let other = try #require(MasterKey(bytes: [UInt8](repeating: 8, count: 32)))
        for mark in [
            nil, "", "x", InspectionMark(master: other).text(at: now), Self.mark.text(at: now.advanced(by: -301)),
            Self.mark.text(at: now.advanced(by: 301)),
        ] {
            let message = Message.get("/health/live").setting(InspectedRequest.field, to: mark)
            #expect(try await server.send(message).require(200).headers[InspectedRequest.field] == nil)
        }
    }

    @Test func `a mark changes nothing at other paths`() async throws {
        let server = try await TestServer()
        let message = Message.get("/.well-known/openid-configuration")
            .setting(InspectedRequest.field, to: Self.mark.text(at: server.clock.now))
        #expect(try await server.send(message).require(200).headers[InspectedRequest.field] == nil)
    }
}
