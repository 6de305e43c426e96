// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import ServerHarness
import Testing
import WireFormats

@Suite struct UnwantedRequestTests {
    private let program: RunningProgram

    init() throws {
        program = try RunningProgram(on: try ProgramFolder())
    }

    /// Returns the response to a head alone, which announces a body of the given length.
    private func response(to method: String, path: String, length: Int) throws -> WireResponse {
        let wire = try program.connect()
        let head = "\(method) \(path) HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: \(length)\r\n\r\n"
        try wire.write(Array(head.utf8))
        return try wire.read()
    }

    @Test func `the body of a request that no route takes is not awaited`() throws {
        for (method, path, status) in [
            ("POST", "/nothing", 404), ("PUT", "/oauth/token", 405), ("DELETE", "/userinfo", 405),
            ("GET", "/health/live", 200),
        ] {
            let response = try self.response(to: method, path: path, length: 100_000)
            #expect(response.status == status, "\(method) \(path)")
            #expect(response.header("Connection") == "close")
        }
    }

    @Test func `a body longer than its route allows is not awaited`() throws {
        for (path, most) in [
            ("/oauth/token", 262_144), ("/passkey/register", 131_072), ("/passkey/challenge", 65_536),
            ("/oauth/revoke", 65_536), ("/invitation/verify", 262_144),
        ] {
            let response = try self.response(to: "POST", path: path, length: most + 1)
            #expect(response.status == 413, "\(path)")
            #expect(response.code == "http.body-too-large")
        }
    }

    @Test func `a body of the maximum length is read`() throws {
        let wire = try program.connect()
        let body = [UInt8](repeating: 0x20, count: 262_144)
        var request = WireRequest("POST", path: "/oauth/token", json: [:])
        request.body = body
        #expect(try wire.send(request).code == "request.json-malformed")
    }

    @Test func `an unreadable request leaves a line in the log`() throws {
        let wire = try program.connect()
        try wire.write(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        let response = try wire.read()
        #expect(response.code == "http.host-missing")
        let reference = try #require(response.text("reference"))
        let line = try #require(program.log.wait { $0.latest.first { $0.contains(reference) } })
        let record = try #require(try JSONReader.read(Array(line.utf8)).objectValue)
        #expect(record["status"] == 400)
        #expect(record["code"] == "http.host-missing")
        #expect(record["address"] == "127.0.0.1")
    }
}
