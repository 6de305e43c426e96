// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import TestSupport
import Testing
import WireFormats

/// Forged values to the left of what the proxy appends never change the client.
struct ForgeryTests {
    private static let pieces = [
        "for=1.2.3.4", "for=\"[2001:db8::bad]\"", "for=10.0.0.2", "for=", "1.2.3.4", "10.0.0.2", "unknown",
        "proto=https",
        "\"", "\\", "\\\"", ",", ", ", ";", "=", " ", "\t", "x", "[", "]", ":", "é", "",
    ]

    /// Elements that the proxy appends, and the client of each.
    private static let appended = [
        ("for=192.0.2.1", "192.0.2.1"), ("for=\"192.0.2.1:80\";proto=http", "192.0.2.1"),
        ("proto=http;for=\"[2001:db8::1]\"", "2001:db8::1"),
        ("for=\"[2001:db8::1]:80\";host=\"a.example\"", "2001:db8::1"),
    ]

    private static func client(_ name: String, value: String) throws -> String {
        let proxy = try #require(PeerAddress("10.0.0.1"))
        let blocks = ["10.0.0.0/8"].compactMap { AddressBlock($0) }
        let request = HTTPRequest(head: RequestHead(method: .get, target: "/", headers: [name: value]))
        return Forwarding(trustedProxies: blocks).source(of: request, over: ConnectionDetails(peer: proxy)).client
            .description
    }

    private static func randomText(_ random: inout some RandomNumberGenerator) throws -> String {
        try (0..<Int.random(in: 0...8, using: &random)).map { _ in try #require(pieces.randomElement(using: &random)) }
            .joined()
    }

    @Test func `forged elements of Forwarded never change the client`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<5000 {
            let (own, address) = try #require(Self.appended.randomElement(using: &random))
            let field = "\(try Self.randomText(&random)), \(own)"
            let client = try Self.client("Forwarded", value: field)
            #expect(client == address || client == "10.0.0.1", "\(field)")
        }
    }

    @Test func `forged addresses in X-Forwarded-For never change the client`() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<5000 {
            let field = "\(try Self.randomText(&random)), 192.0.2.1"
            #expect(try Self.client("X-Forwarded-For", value: field) == "192.0.2.1", "\(field)")
        }
    }
}
