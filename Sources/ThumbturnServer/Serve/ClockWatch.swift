// SPDX-License-Identifier: Apache-2.0

import CommandLine
import HTTPEndpoints
import IdentityModel
import POSIX
import WireFormats

/// Watches the machine's clock: logs jumps, and applies an operator's acceptance of them.
@available(macOS 15, *)
final class ClockWatch: Sendable {
    private struct State {
        var jump: ExpiryClock.Jump?
        var acceptances: Int
    }

    let clock: ExpiryClock
    private let storage: any Storage
    private let log: Log
    private let state: Locked<State>

    /// Starts from the latest recorded time.
    init(_ storage: any Storage, log: Log) async throws(CommandFailure) {
        let record = try await CommandFailure.mapFailure(to: "The clock can't be read") {
            try await storage.read { try $0.clock.find() }
        }
        clock = ExpiryClock(floor: record?.floor, machine: { .now() }, uptime: Services.uptimeOfSystem)
        self.storage = storage
        self.log = log
        state = Locked(State(acceptances: record?.acceptances ?? 0))
        report()
    }

    func check() async throws {
        let acceptances = try await storage.read { try $0.clock.find()?.acceptances } ?? 0
        let isAccepted = state.withLock { state in
            defer { state.acceptances = acceptances }
            return state.acceptances != acceptances
        }
        if isAccepted { clock.accept() }
        report()
    }

    private func report() {
        let jump = clock.jump
        let before = state.withLock { state in
            defer { state.jump = jump }
            return state.jump
        }
        guard jump != before else { return }
        guard let jump else { return log.write(.clockSteady) }
        let fields: JSONObject = [
            "seconds": .number(JSONNumber(jump.offset)), "consequence": .string(Self.consequence(of: jump)),
            "remedy": "Set the machine's clock. If it is right, run thumbturn clock accept.",
        ]
        // A server that was down for a while can't be told from one that starts with a wrong clock.
        if jump.isFromStart, jump.offset > 0 {
            log.write(.clockUnconfirmed, fields: fields)
        } else {
            log.write(.clockJumped, fields: fields)
        }
    }

    private static func consequence(of jump: ExpiryClock.Jump) -> String {
        let end =
            jump.offset < -ExpiryClock.grace
            ? "until the new time is accepted" : "for an hour, or until the new time is accepted"
        return jump.isFromStart && jump.offset > 0
            ? "Expired data is kept \(end)."
            : "The server ignores the jump and keeps expired data \(end)."
    }
}
