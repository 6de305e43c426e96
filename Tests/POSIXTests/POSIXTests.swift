// SPDX-License-Identifier: Apache-2.0

import POSIX
import Testing

@Suite("The system's C library")
struct POSIXTests {
    @Test("a locked value loses no change that several tasks make")
    func locking() async {
        let count = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1000 { count.withLock { $0 += 1 } } }
            }
        }
        #expect(count.withLock { $0 } == 8000)
    }

    @Test("a lock is free again after its body has thrown")
    func throwing() {
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

    @Test("what is written to a pipe is read from it")
    func pipes() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let written = Array("passkey".utf8)
        #expect(written.withUnsafeBytes { posixWrite($0, to: ends[1]) } == written.count)
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = buffer.withUnsafeMutableBytes { posixRead(ends[0], into: $0) }
        #expect(Array(buffer.prefix(count)) == written)
    }

    @Test("a closed descriptor is an error that the system has a text for")
    func errors() {
        #expect([UInt8]([1]).withUnsafeBytes { posixWrite($0, to: -1) } == -1)
        #expect(systemErrorText(EBADF) == "Bad file descriptor")
    }
}
