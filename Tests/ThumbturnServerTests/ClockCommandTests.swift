// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import OpenIDProvider
import TestConsole
import Testing
import ThumbturnServer
import WireFormats

@Suite struct ClockCommandTests {
    private func put(_ floor: Timestamp, on server: ServerFolder) async throws {
        try await server.use { storage, _ in try await storage.withTransaction { try $0.clock.raise(to: floor) } }
    }

    private func record(_ server: ServerFolder) async throws -> ClockRecord? {
        try await server.use { storage, _ in try await storage.read { try $0.clock.find() } }
    }

    private func epoch(_ server: ServerFolder) async throws -> String {
        try await server.use { _, ring in try await ring.reload(host: ServerFolder.host).sessionEpoch }
    }

    @Test func `clock show prints the recorded time`() async throws {
        try await ServerFolder.with { server in
            #expect(await server.run("clock", "show").console.written.contains("trusted   none yet"))
            try await put(ServerFolder.now, on: server)
            let (status, console) = await server.run("clock", "show")
            #expect(status == .success)
            #expect(console.written.contains("trusted   \(ServerFolder.now)"))
        }
    }

    @Test(arguments: [-1000, 100, 1000] as [Int64])
    func `clock accept records the machine's time and changes epochs after a jump back`(
        ahead: Int64
    ) async throws {
        try await ServerFolder.with { server in
            let before = try await epoch(server)
            let floor = Timestamp(secondsSince1970: Timestamp.now().secondsSince1970 + ahead)
            try await put(floor, on: server)
            #expect(await server.run("clock", "accept").status == .success)
            let record = try #require(try await record(server))
            #expect(record.acceptances == 1)
            #expect(abs(record.floor.secondsSince1970 - Timestamp.now().secondsSince1970) < 60)
            #expect(try await (epoch(server) != before) == (ahead > ExpiryClock.grace))
            #expect(try await server.events().first?.kind == .clockAccepted)
        }
    }

    @Test func `other arguments are rejected`() async throws {
        try await ServerFolder.with { server in
            #expect(await server.run("clock").status == .malformed)
            #expect(await server.run("clock", "set").status == .malformed)
            #expect(await server.run("clock", "show", "more").status == .malformed)
        }
    }
}
