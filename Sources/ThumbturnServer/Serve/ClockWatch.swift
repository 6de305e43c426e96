// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import IdentityModel
import POSIX
import WireFormats

/// Watches the machine's clock: tells the log of jumps, and takes up what operators say of them.
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

    /// Goes on from the latest time that is on record.
    init(_ storage: any Storage, log: Log) async throws(CommandFailure) {
        let record = try await CommandFailure.telling("The clock can't be read") {
            try await storage.read { try $0.clock.find() }
        }
        clock = ExpiryClock(floor: record?.floor, machine: { .now() }, uptime: Services.uptimeOfSystem)
        self.storage = storage
        self.log = log
        state = Locked(State(acceptances: record?.acceptances ?? 0))
        report()
    }

    func look() async throws {
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
        guard let jump else { return log.info("clock.steady") }
        let fields: JSONObject = [
            "seconds": .number(JSONNumber(jump.offset)), "consequence": .string(Self.consequence(of: jump)),
            "remedy": "Set the machine's clock, or if it is right: thumbturn clock accept.",
        ]
        // Who was down for a while finds the same as who starts with a wrong clock.
        if jump.isFromStart, jump.offset > 0 {
            log.info("clock.unconfirmed", fields)
        } else {
            log.error("clock.jumped", fields)
        }
    }

    private static func consequence(of jump: ExpiryClock.Jump) -> String {
        let end = jump.offset < -ExpiryClock.grace ? "until it is accepted" : "for an hour, or until it is accepted"
        return jump.isFromStart && jump.offset > 0
            ? "Nothing that has expired is removed \(end)."
            : "Stored things expire as if it had not happened, and none is removed, \(end)."
    }
}
