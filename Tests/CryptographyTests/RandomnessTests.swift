// SPDX-License-Identifier: Apache-2.0

import Cryptography
import POSIX
import Testing

@Suite struct RandomnessTests {
    @Test(arguments: [0, 1, 32, 128, 129, 4096])
    func `a draw has the requested length`(count: Int) {
        #expect(Randomness.bytes(count).count == count)
        #expect(Randomness.keyBytes(count).count == count)
    }

    @Test func `draws of any length never repeat`() {
        let draws = (0..<4000).map { Randomness.bytes(16 + $0 % 200).prefix(16) }
        #expect(Set(draws).count == draws.count)
    }

    @Test func `no byte is returned twice, and none that was wiped`() {
        // A window of eight bytes repeats by chance once in 10^11 runs.
        let bytes = (0..<800).flatMap { _ in Randomness.bytes(24) }
        let windows = bytes.indices.dropLast(7).map { Array(bytes[$0..<$0 + 8]) }
        #expect(Set(windows).count == windows.count)
    }

    @Test func `threads draw different bytes`() async {
        let draws = await withTaskGroup(of: [[UInt8]].self) { group in
            for _ in 0..<64 {
                group.addTask { (0..<100).map { _ in Randomness.bytes(16) } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(draws).count == 6400)
    }

    @Test func `key bytes never repeat`() {
        #expect(Set((0..<100).map { _ in Randomness.keyBytes(32) }).count == 100)
    }

    #if os(Linux)
        @Test func `a forked child draws other bytes than its parent`() async {
            // A child process, because no other thread may hold a lock during the fork.
            await #expect(processExitsWith: .success) {
                _ = Randomness.bytes(16)
                var ends: [Int32] = [-1, -1]
                try #require(pipe(&ends) == 0)
                let child = fork()
                let drawn = Randomness.bytes(64)
                if child == 0 {
                    _exit(drawn.withUnsafeBytes { posixWrite($0, to: ends[1]) } == 64 ? 0 : 1)
                }
                try #require(child > 0)
                var event = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
                let isReadable = poll(&event, 1, 10_000) == 1
                // The child has nothing left to do, or hangs.
                kill(child, SIGKILL)
                waitpid(child, nil, 0)
                try #require(isReadable)
                var received = [UInt8](repeating: 0, count: 64)
                try #require(received.withUnsafeMutableBytes { posixRead(ends[0], into: $0) } == 64)
                #expect(received != drawn)
            }
        }
    #endif
}
