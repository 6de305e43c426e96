// SPDX-License-Identifier: Apache-2.0

import CommandLine
import POSIX
import TestSupport
import Testing

@Suite struct ProcessAccountTests {
    #if os(Linux)
        @Test func `only a running process has CPU time and memory`() throws {
            let own = ProcessAccount(of: getpid())
            let before = try #require(own.times)
            #expect(before.total > 0)
            #expect(before.system <= before.total + 1)
            #expect(try #require(own.residentMemory) > 1 << 20)
            // Process ids are below 2^22 (proc_sys_kernel(5), pid_max).
            #expect(ProcessAccount(of: 1 << 23).times == nil)
            #expect(ProcessAccount(of: 1 << 23).residentMemory == nil)
        }

        @Test func `the process that listens on a port is found`() throws {
            var socket = LoopbackSocket()
            let port = try #require(socket).port
            #expect(ProcessAccount.listening(on: port) == getpid())
            socket = nil
            #expect(ProcessAccount.listening(on: port) != getpid())
        }
    #endif
}
