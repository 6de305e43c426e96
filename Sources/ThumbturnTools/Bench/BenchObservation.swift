// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Dispatch
import POSIX

/// The result of a measurement.
struct BenchResult: Sendable {
    var tally = BenchTally()
    /// The length of the measurement.
    var seconds = 0.0
    /// The server's CPU time per operation, in microseconds; `nil` if the process can't be inspected.
    var processorTime: Double?
    /// The part of the CPU time spent in the kernel.
    var systemTime: Double?
    /// The part of the CPU time spent in threads that hash passwords; `nil` if they did nothing.
    var hashingTime: Double?
    /// The CPU time of this client per operation, in microseconds.
    var clientTime = 0.0
    /// In microseconds; `nil` if the scenario has no floor.
    var floor: Double?
    var floorText = ""
    /// Commits per operation; `nil` if they could not be counted.
    var unitsPerOperation: Double?
    /// The server's resident memory, in bytes.
    var residentMemory: Int?
    var algorithms = IssuedAlgorithms()

    var operations: Int { tally.operations }
    var errors: Int { tally.errors }
    var firstError: String? { tally.firstError }
    var operationsPerSecond: Double { seconds > 0 ? Double(operations) / seconds : 0 }

    /// The server's CPU time as a multiple of the floor.
    var overFloor: Double? {
        guard let processorTime, let floor, floor > 0 else { return nil }
        return processorTime / floor
    }

    /// Adds the cost of a plain document to the floor of a scenario that is compared with it.
    mutating func addFloor(ofDocument document: Double?, for scenario: BenchScenario) {
        guard scenario.isComparedWithDocument else { return }
        floor = document.map { $0 + (floor ?? 0) }
        floorText = (["a plain JSON document"] + (floorText.isEmpty ? [] : [floorText])).joined(separator: ", ")
    }
}

/// Observes the server's process and its database under load, and measures the crypto floor at the same time.
struct BenchObservation: Sendable {
    let server: MeasuredServer
    let floor: CryptoFloor?
    let interruption: Interruption

    /// Returns the server's CPU time per operation of a load, in microseconds.
    func processorTime(of plan: BenchPlan, seconds: Int) async -> Double? {
        await observe(plan, seconds: seconds, reportingTo: nil).processorTime
    }

    /// Runs a load and measures it after a short warm-up. Prints a line per second.
    func observe(_ plan: BenchPlan, seconds: Int, reportingTo console: Console?) async -> BenchResult {
        let load = BenchLoad(plan, on: server)
        await pause(milliseconds: min(1000, seconds * 250))
        console?.print(SecondLine.title)
        var watch = Watch(server: server, floor: floor)
        _ = load.take()
        watch.start()
        var result = BenchResult()
        for second in 1...max(1, seconds) where !interruption.hasArrived {
            while watch.seconds < Double(second), !interruption.hasArrived {
                await watch.look()
                await pause(milliseconds: 10)
            }
            let tally = load.take()
            console?.print(SecondLine(number: second, tally: tally, processors: watch.processorsOfLastSecond()).text)
            result.tally.add(tally)
        }
        watch.finish(&result)
        await load.stop()
        return result
    }

    private func pause(milliseconds: Int) async {
        // A shorter pause after a cancellation does no harm.
        try? await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000)
    }
}

/// The instruments of one measurement: clocks, process account, log follower and floor.
private struct Watch {
    private let account: ProcessAccount?
    private let process: Int32?
    private let floor: CryptoFloor?
    private var log: WriteAheadLogFollower?
    private var floorTimes: [Double] = []
    private var looks = 0
    private var begin: (clock: UInt64, server: ProcessAccount.Times?, hashing: Double, client: Double, commits: Int) =
        (0, nil, 0, 0, 0)
    private var lastSecond: (clock: UInt64, server: Double?) = (0, nil)

    init(server: MeasuredServer, floor: CryptoFloor?) {
        process = server.process
        account = server.process.map(ProcessAccount.init(of:))
        log = server.database.map(WriteAheadLogFollower.init(of:))
        self.floor = floor.flatMap { $0.parts.isEmpty ? nil : $0 }
        log?.follow()
    }

    mutating func start() {
        log?.follow()
        let times = account?.times
        begin = (Self.now, times, hashing?.time ?? 0, Self.clientTime, log?.commits ?? 0)
        lastSecond = (begin.clock, times?.total)
    }

    var seconds: Double { Double(Self.now - begin.clock) / 1e9 }

    private var hashing: HashingThreads? { process.flatMap(HashingThreads.init(of:)) }

    mutating func look() async {
        log?.follow()
        if let floor, looks % floor.period == 0, let time = await floor.measure() { floorTimes.append(time) }
        looks += 1
    }

    /// Returns the number of processors that the server kept busy since the last call.
    mutating func processorsOfLastSecond() -> Double? {
        let now = (clock: Self.now, server: account?.times?.total)
        defer { lastSecond = now }
        guard let earlier = lastSecond.server, let later = now.server, now.clock > lastSecond.clock else { return nil }
        return (later - earlier) * 1e9 / Double(now.clock - lastSecond.clock)
    }

    mutating func finish(_ result: inout BenchResult) {
        log?.follow()
        let times = account?.times
        result.seconds = seconds
        result.residentMemory = account?.residentMemory
        let operations = Double(max(1, result.operations))
        if let earlier = begin.server, let later = times, result.operations > 0 {
            result.processorTime = (later.total - earlier.total) * 1e6 / operations
            result.systemTime = (later.system - earlier.system) * 1e6 / operations
        }
        if let hashing, hashing.time > begin.hashing, result.operations > 0 {
            result.hashingTime = (hashing.time - begin.hashing) * 1e6 / operations
        }
        result.clientTime = (Self.clientTime - begin.client) * 1e6 / operations
        if let log, log.isComplete { result.unitsPerOperation = Double(log.commits - begin.commits) / operations }
        log?.close()
        floorTimes.sort()
        if !floorTimes.isEmpty { result.floor = floorTimes[floorTimes.count / 2] }
        result.floorText = (floor?.parts ?? []).map(\.text).joined(separator: ", ")
    }

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// The CPU time of this process, in seconds.
    private static var clientTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
