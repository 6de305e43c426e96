// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import IdentityModel
import TestConsole
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// `thumbturn users verify`, and what `users show` says of addresses.
@Suite struct UserAddressesTests {
    private static let number = "+4915112345678"
    private static let later = ServerFolder.now.advanced(by: 259_200)

    private func addAda(to server: ServerFolder) async throws {
        try await server.addUser("auth0|1", address: "ada@example.com") { user in
            user.identifiers.append(Identifier(kind: .phoneNumber, value: Self.number, normalized: Self.number))
            user.identifiers[1].isVerified = true
            user.identifiers[1].unconfirmedUntil = Self.later
        }
    }

    private func identifiers(of server: ServerFolder) async throws -> [[String: Any]] {
        let (_, console) = await server.run("users", "show", "auth0|1", "--json")
        let json = try #require(console.lines.first).jsonObject
        return try #require(json["identifiers"] as? [[String: Any]])
    }

    @Test func `users show says which addresses are verified, and from when on they count`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await addAda(to: server)
            let text = await server.run("users", "show", "auth0|1").console.written
            #expect(text.contains(#/ada@example\.com +email +unverified\n/#))
            #expect(text.contains("verified, counts from \(Self.later)\n"))
            let found = try await identifiers(of: server)
            #expect(found.map { $0["verified"] as? Bool } == [false, true])
            #expect(found.map { $0["unconfirmed_until"] as? String } == [nil, Self.later.description])
        }
    }

    @Test func `users verify confirms the email address, and nothing else`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await addAda(to: server)
            let first = await server.run("users", "verify", "auth0|1")
            #expect(first.console.lines.first?.contains("owns ada@example.com now") == true)
            let found = try await identifiers(of: server)
            #expect(found.map { $0["verified"] as? Bool } == [true, true])
            #expect(found[1]["unconfirmed_until"] as? String == Self.later.description)
            let again = await server.run("users", "verify", "auth0|1")
            #expect(again.console.lines.first?.contains("was known to own ada@example.com") == true)
        }
    }

    @Test func `users verify with --phone has the number count at once`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await addAda(to: server)
            let (status, console) = await server.run("users", "verify", "auth0|1", "--phone")
            #expect(status == .success)
            #expect(console.lines.first?.contains("owns \(Self.number) now") == true)
            let found = try await identifiers(of: server)
            #expect(found.map { $0["verified"] as? Bool } == [false, true])
            #expect(found[1]["unconfirmed_until"] == nil)
        }
    }

    @Test func `users verify with --phone needs a number`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await server.addUser("auth0|1", address: "ada@example.com")
            let (status, console) = await server.run("users", "verify", "auth0|1", "--phone")
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("The account has no phone number."))
        }
    }
}
