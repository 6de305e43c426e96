// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import IdentityModel
import POSIX
import ServerHarness
import Testing
import WireFormats

@Suite struct ProcessTests {
    private let folder: ProgramFolder

    init() throws {
        folder = try ProgramFolder()
    }

    @Test func `a server exits with success on SIGTERM`() throws {
        let program = try RunningProgram(on: folder)
        let end = try program.stop()
        #expect(end.status == 0)
        let events = program.log.now.events.compactMap { $0["event"]?.stringValue }
        #expect(events.suffix(2) == ["server.stopping", "server.stopped"])
    }

    /// A signal during the installation of the handlers was once lost.
    @Test func `a server ends on a SIGTERM at any time during its start`() throws {
        for delay in 0..<20 {
            let program = try RunningProgram(spawnedOn: folder)
            usleep(UInt32(delay) * 10_000)
            let end = try program.stop()
            // Before the handler is installed, the signal itself ends the process.
            #expect(end.status == 0 || end.signal == SIGTERM, "\(end)")
        }
    }

    @Test func `a server finishes the pending request before it ends`() throws {
        let program = try RunningProgram(on: folder)
        let wire = try program.connect()
        let body = Array(#"{"client_id":"web"}"#.utf8)
        let head = """
            POST /passkey/challenge HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\n\
            Content-Length: \(body.count)\r\nExpect: 100-continue\r\n\r\n
            """
        try wire.write(Array(head.utf8))
        // Now the server has read the head and waits for the body.
        #expect(try wire.read().status == 100)
        program.send(SIGTERM)
        _ = try #require(program.log.wait(for: "server.stopping"))
        try wire.write(body)
        let response = try wire.read()
        #expect(response.status == 200)
        #expect(response.text("auth_session") != nil)
        #expect(try program.waitForExit().status == 0)
    }

    @Test func `a server does not start on another server's database, whatever its folder`() throws {
        let first = try RunningProgram(on: folder)
        let other = try ProgramFolder()
        let second = try RunningProgram(
            spawnedOn: other, ["--database", "sqlite:\(folder.database)"])
        let end = try second.waitForExit()
        #expect(end.status != 0)
        #expect(second.log.now.texts.contains { $0.contains("A server is running on \(folder.database)") })
        #expect(try first.connect().send(WireRequest("GET", path: "/health/ready")).status == 200)
    }

    @Test func `a server creates no new master key when keys are stored`() throws {
        _ = try RunningProgram(on: folder).stop()
        let key = folder.data + "/master.key"
        try FileManager.default.removeItem(atPath: key)
        let program = try RunningProgram(spawnedOn: folder)
        #expect(try program.waitForExit().status != 0)
        #expect(program.log.now.texts.contains { $0.contains("There is no master key") })
        #expect(!FileManager.default.fileExists(atPath: key))
    }

    @Test func `a server does not start on another server's folder`() throws {
        let first = try RunningProgram(on: folder)
        let second = try RunningProgram(spawnedOn: folder)
        let end = try second.waitForExit()
        #expect(end.status != 0)
        #expect(second.log.now.texts.contains { $0.contains("A server is running on \(folder.data)/thumbturn.sqlite") })
        #expect(try first.connect().send(WireRequest("GET", path: "/health/ready")).status == 200)
    }

    @Test func `a server has all its data again after a restart`() throws {
        let first = try RunningProgram(on: folder)
        let testClient = TestClient(try first.connect())
        try testClient.signUp()
        let keys = try testClient.wire.send(WireRequest("GET", path: "/.well-known/jwks.json")).json?["keys"]?
            .arrayValue
        _ = try first.stop()

        let second = try RunningProgram(on: folder)
        let again = TestClient(try second.connect(), device: testClient.device)
        again.tokens = testClient.tokens
        #expect(try again.list().status == 200)
        #expect(try again.refresh().status == 200)
        try again.signIn()
        let published = try again.wire.send(WireRequest("GET", path: "/.well-known/jwks.json")).json?["keys"]?
            .arrayValue
        for key in keys ?? [] { #expect(published?.contains(key) == true) }
    }

    @Test func `a folder that was prepared long ago is as good as a new one`() async throws {
        let storage = try folder.openStorage()
        #expect(try await storage.read { try $0.clock.find() } == nil)
        await storage.close()
    }

    @Test func `a server removes expired data`() async throws {
        let program = try RunningProgram(on: folder)
        _ = try program.stop()
        let storage = try folder.openStorage()
        try await storage.withTransaction { transaction in
            for number in UInt8(0)..<100 {
                try transaction.oneTime.consume([number], expiresAt: Timestamp(secondsSince1970: 1_700_000_000))
            }
        }
        await storage.close()

        let again = try RunningProgram(on: folder)
        let event = again.log.wait(for: "housekeeping.removed-expired")
        #expect(event?["rows"] == 100)
    }
}
