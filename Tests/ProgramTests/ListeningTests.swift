// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import POSIX
import ServerHarness
import Testing
import WireFormats

@Suite struct ListeningTests {
    private let folder: ProgramFolder

    init() throws {
        folder = try ProgramFolder()
    }

    @Test func `a server prints the actual ports of all its addresses`() throws {
        // The harness names an address of its own first. What is printed goes where the log goes.
        let program = try RunningProgram(on: folder, ["--listen", "127.0.0.2:0"], after: "exec 1>&2")
        let started = try #require(program.log.wait(for: "server.started"))
        let listen = try #require(started["listen"]?.arrayValue).compactMap(\.stringValue)
        #expect(listen.count == 2)
        #expect(listen[0].hasPrefix("127.0.0.1:") && listen[1].hasPrefix("127.0.0.2:"))
        #expect(!listen.contains { $0.hasSuffix(":0") })
        let printed = program.log.wait { $0.texts.first { $0.contains("listening on") } }
        #expect(
            printed
                == "Thumbturn is running at \(HarnessConfiguration.url), listening on \(listen.joined(separator: ", "))."
        )
    }

    @Test func `each start of a server without an owner prints an address with another code, which is not logged`()
        throws
    {
        var codes: [String] = []
        for _ in 0..<2 {
            let program = try RunningProgram(on: folder, after: "exec 1>&2")
            let issued = try #require(program.log.wait(for: "setup.code-issued"))
            let start = "\(try #require(issued["page"]?.stringValue))#"
            #expect(start.hasSuffix("/setup#"))
            let printed = try #require(program.log.wait { $0.texts.first { $0.contains(start) } })
            let code = try #require(printed.split(separator: "#").last).trimmingCharacters(in: .whitespaces)
            #expect(!program.log.now.events.contains { "\($0)".contains(code) })
            codes.append(code)
            _ = try program.stop()
        }
        #expect(codes[0].count == 19 && codes[0] != codes[1])
    }

    @Test func `a server whose port is in use says what to do`() throws {
        let first = try RunningProgram(on: folder)
        let port = try first.port()
        let second = try RunningProgram(spawnedOn: try ProgramFolder(), ["--listen", "127.0.0.1:\(port)"])
        #expect(try second.waitForExit().status != 0)
        #expect(
            second.log.now.texts.contains {
                $0.contains(
                    "127.0.0.1:\(port) is already in use. Stop the program that listens there, or choose another port")
            })
    }

    @Test func `a server whose address does not exist says what to do`() throws {
        let program = try RunningProgram(
            spawnedOn: folder, ["--listen", "192.0.2.1:8080", "--trusted-proxy", "192.0.2.2"])
        #expect(try program.waitForExit().status != 0)
        #expect(
            program.log.now.texts.contains { $0.contains("this machine has no address 192.0.2.1. Choose one of its") }
        )
    }

    @Test func `a server raises its descriptor limit and logs the result`() throws {
        var limit = rlimit()
        #if canImport(Glibc)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #else
            getrlimit(RLIMIT_NOFILE, &limit)
        #endif
        try #require(limit.rlim_max > 512)
        let program = try RunningProgram(on: folder, after: "ulimit -Sn 256")
        let started = try #require(program.log.wait(for: "server.started"))
        #expect(try #require(started["descriptors"]?.intValue) > 256)
        #expect(try #require(started["connections"]?.intValue) > 256)
    }

    @Test func `a server accepts no more connections than it has descriptors for`() throws {
        // Connections from a proxy are not counted by address.
        let options = ["--rate-limits", "off", "--trusted-proxy", "127.0.0.1"]
        let program = try RunningProgram(on: folder, options, after: "ulimit -n 200")
        let started = try #require(program.log.wait(for: "server.started"))
        #expect(started["descriptors"] == 200)
        #expect(started["connections"] == 100)
        // More silent clients than that, and one with a request. Closed connections may take a moment to disappear.
        let silent = try (0..<120).map { _ in try program.connect() }
        var statuses: [Int] = []
        for _ in 0..<100 where statuses.isEmpty {
            if let response = try? program.connect().send(WireRequest("GET", path: "/health/ready")) {
                statuses.append(response.status)
            } else {
                usleep(50_000)
            }
        }
        #expect(statuses == [200])
        withExtendedLifetime(silent) {}
    }

    #if os(Linux)
        @Test func `a server that starts without standard descriptors gives none of them to a database or a socket`()
            throws
        {
            let program = try RunningProgram(spawnedOn: folder, after: "exec 0<&- 1>&- 2>&-")
            let links = "/proc/\(program.process)/fd"
            let end = Date(timeIntervalSinceNow: 120)
            func target(_ name: String) -> String? {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(links)/\(name)")
            }
            func opened() -> [String] {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: links)) ?? []
                return names.compactMap(target)
            }
            func isOpen() -> Bool { opened().contains { $0.hasSuffix("thumbturn.sqlite") } }
            while !isOpen(), Date() < end { usleep(10_000) }
            #expect(isOpen(), "\(["cmdline", "status", "syscall", "wchan", "maps"].map(program.state))")
            for descriptor in 0...2 { #expect(target("\(descriptor)") == "/dev/null") }
            let exit = try program.stop()
            #expect(exit.status == 0, "\(exit)")
        }
    #endif
}

#if os(Linux)
    extension RunningProgram {
        /// A file of the process in /proc, which tells where it waits.
        fileprivate func state(_ name: String) -> String {
            let content = FileManager.default.contents(atPath: "/proc/\(process)/\(name)") ?? Data()
            return String(decoding: content, as: UTF8.self)
        }
    }
#endif
