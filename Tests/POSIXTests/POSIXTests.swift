// SPDX-License-Identifier: Apache-2.0

import POSIX
import Testing

struct POSIXTests {
    @Test func `a locked value loses no concurrent change`() async {
        let count = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1000 { count.withLock { $0 += 1 } } }
            }
        }
        #expect(count.withLock { $0 } == 8000)
    }

    @Test func `a lock is released after its body throws`() {
        struct Failure: Error {}
        let value = Locked("before")
        #expect(throws: Failure.self) {
            try value.withLock { text in
                text = "after"
                throw Failure()
            }
        }
        #expect(value.withLock { $0 } == "after")
    }

    @Test func `bytes written to a pipe can be read from it`() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let written = Array("passkey".utf8)
        #expect(written.withUnsafeBytes { posixWrite($0, to: ends[1]) } == written.count)
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = buffer.withUnsafeMutableBytes { posixRead(ends[0], into: $0) }
        #expect(Array(buffer.prefix(count)) == written)
    }

    @Test func `a closed descriptor is an error with the system's text`() {
        #expect([UInt8]([1]).withUnsafeBytes { posixWrite($0, to: -1) } == -1)
        #expect(systemErrorText(EBADF) == "Bad file descriptor")
    }
}
