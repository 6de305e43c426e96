// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Dispatch

/// What was measured while passkey sign-ins, guessed passwords or both came at their rates.
package struct FloodStage: Sendable {
    package var signIns = BenchTally()
    package var guesses = BenchTally()
    package var seconds = 0.0
    /// The server's CPU time in threads that hash, in seconds.
    package var hashingTime = 0.0
    /// The server's CPU time in all other threads, in seconds.
    package var otherTime = 0.0
    /// The greatest resident memory, in bytes.
    package var peakMemory = 0

    package init() {}

    mutating func add(_ other: FloodStage) {
        signIns.add(other.signIns)
        guesses.add(other.guesses)
        seconds += other.seconds
        hashingTime += other.hashingTime
        otherTime += other.otherTime
        peakMemory = max(peakMemory, other.peakMemory)
    }
}

extension FloodStage {
    /// Puts a load on the server, and measures it after a warm-up of a second.
    init(
        signIns: BenchPlan?, guesses: BenchPlan?, on server: MeasuredServer, of process: Int32, seconds: Double,
        until interruption: Interruption
    ) async {
        let loads = (signIns.map { BenchLoad($0, on: server) }, guesses.map { BenchLoad($0, on: server) })
        await Self.pause(milliseconds: 1000)
        _ = (loads.0?.take(), loads.1?.take())
        let start = Reading(of: process)
        while start.seconds(until: .now()) < seconds, !interruption.hasArrived {
            await Self.pause(milliseconds: 50)
            peakMemory = max(peakMemory, ProcessAccount(of: process).residentMemory ?? 0)
        }
        let end = Reading(of: process)
        self.signIns = loads.0?.take() ?? BenchTally()
        self.guesses = loads.1?.take() ?? BenchTally()
        self.seconds = start.seconds(until: end.clock)
        hashingTime = end.hashing - start.hashing
        otherTime = end.total - start.total - hashingTime
        await loads.0?.stop()
        await loads.1?.stop()
    }

    private struct Reading {
        let clock = DispatchTime.now()
        let total: Double
        let hashing: Double

        init(of process: Int32) {
            total = ProcessAccount(of: process).times?.total ?? 0
            hashing = HashingThreads(of: process)?.time ?? 0
        }

        func seconds(until end: DispatchTime) -> Double {
            Double(end.uptimeNanoseconds - clock.uptimeNanoseconds) / 1e9
        }
    }

    private static func pause(milliseconds: UInt64) async {
        // A shorter pause after a cancellation does no harm.
        try? await Task.sleep(nanoseconds: milliseconds * 1_000_000)
    }
}
