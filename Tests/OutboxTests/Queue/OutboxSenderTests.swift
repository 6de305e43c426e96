// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import Outbox
import POSIX
import TestStorage
import TestSupport
import Testing
import WireFormats

/// Servers that send what one storage has, each with a connection of its own.
struct OutboxSenderTests {
    @Test func `two servers on one storage send each item once`() async throws {
        let fixture = try OutboxFixture()
        let count = 200
        for number in 0..<count { try await fixture.insert(number) }
        let gates = [AsyncGate(), AsyncGate()]
        let kinds = gates.indices.map { server in
            fixture.kind { _ in
                // An attempt ends when the other server has begun one, so neither sends everything.
                gates[server].open()
                await gates[1 - server].pass()
                return .accepted
            }
        }
        let failures = Locked<[String]>([])
        let servers = try kinds.map { kind in
            let clock = fixture.clock
            return OutboxSender(
                [kind], delivery: fixture.delivery(over: try fixture.data.openAnother()), now: { clock.now },
                failed: { error in failures.withLock { $0.append("\(error)") } })
        }
        let running = servers.map { server in Task { await server.run() } }
        let isEmpty = try await eventually { try await fixture.items().isEmpty }
        for task in running {
            task.cancel()
            await task.value
        }
        #expect(isEmpty && failures.withLock { $0 } == [])
        let attempts = fixture.attempts.withLock { $0 }
        #expect(attempts.count == count && Set(attempts.map(\.id)).count == count)
        #expect(attempts.allSatisfy { $0.attempts == 1 })
        #expect(fixture.reports.withLock { $0.count } == count)
    }
}
