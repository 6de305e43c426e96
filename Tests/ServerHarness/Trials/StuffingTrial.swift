// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Foundation
import TestSupport

/// Stuffs a server with the standard limits, and expects that they hold, and that they are nobody else's trouble: users
/// with a passkey sign in meanwhile, and users with a password, at home, afterwards.
package struct StuffingTrial: Sendable {
    private let stuffing: Stuffing
    /// Whether it waits until names that are exhausted are accepted again.
    private let waits: Bool

    package init(count: Int, seed: UInt64, waits: Bool) {
        stuffing = Stuffing(count: count, seed: seed)
        self.waits = waits
    }

    /// Returns whatever does not hold.
    package func run(from origin: Stuffing.Origin, report: (String) -> Void) throws -> [String] {
        let folder = try ProgramFolder(HarnessConfiguration(hasPasswords: true).json)
        let preparation = try RunningProgram(on: folder)
        let device = try enroll(at: try preparation.port())
        try stuffing.signUp(at: try preparation.port())
        _ = try preparation.stop()
        let program = try RunningProgram(on: folder, ["--trusted-proxy", "127.0.0.1"])
        let port = try program.port()

        let passkeys = PasskeyUser(device: device)
        let start = ContinuousClock.now
        let signIns = passkeys.signInUntilStopped(at: port, from: origin)
        var outcome = try stuffing.run(at: port, from: origin)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let signedIn = signIns()
        outcome.faults += outcome.rules.violations(after: seconds) + signedIn.faults
        if signedIn.count == 0 { outcome.faults.append("nobody signed in with a passkey") }
        report(summary(of: outcome, seconds: seconds, passkeys: signedIn.count))

        let exhausted = try signInAtHome(at: port, after: outcome, since: start)
        outcome.faults += exhausted.faults
        report("\(exhausted.users.count) of \(Stuffing.users) users wait for their name, the others signed in at home")
        if waits { outcome.faults += try wait(for: exhausted.users, at: port, report: report) }
        _ = try program.stop()
        return outcome.faults.map { "\(origin.rawValue): \($0)" }
    }

    private func summary(of outcome: Stuffing.Outcome, seconds: Double, passkeys: Int) -> String {
        let responses = outcome.responses.sorted { $0.key < $1.key }.map { "\($0.value) times \($0.key)" }
        return """
            \(stuffing.count) pairs in \(Int(seconds)) s, \(outcome.rules.count + outcome.succeeded) judged, \
            \(outcome.succeeded) succeeded: \(responses.joined(separator: ", ")); meanwhile \(passkeys) passkey sign-ins
            """
    }

    private func enroll(at port: UInt16) throws -> TestClient {
        let client = TestClient(try WireClient(port: port), address: "passkey@example.org")
        try client.signUp()
        return client
    }

    /// Signs each user in whose name was guessed at. Only those wait for whose name the rules let no more pass.
    private func signInAtHome(
        at port: UInt16, after outcome: Stuffing.Outcome, since start: ContinuousClock.Instant
    ) throws -> (users: [Int], faults: [String]) {
        let wire = try WireClient(port: port)
        var (users, faults): ([Int], [String]) = ([], [])
        for user in 0..<Stuffing.users {
            let response = try Stuffing.signIn(user, over: wire)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let isExhausted = outcome.rules.isExhausted(Stuffing.name(user), after: seconds)
            if response.status == 429, response.code == "sign-in.too-many-attempts" {
                users.append(user)
                if isExhausted == false { faults.append("\(Stuffing.name(user)) waits, and the rules have no reason") }
            } else if response.status != 200 {
                faults.append("\(Stuffing.name(user)) is not signed in at home: \(response)")
            } else if isExhausted == true {
                faults.append("\(Stuffing.name(user)) has no limit from all networks")
            }
        }
        return (users, faults)
    }

    /// Expects that each name is accepted as soon as the rules say.
    private func wait(for users: [Int], at port: UInt16, report: (String) -> Void) throws -> [String] {
        guard !users.isEmpty else { return [] }
        Thread.sleep(forTimeInterval: StuffingRules.name.secondsPerRefill)
        let wire = try WireClient(port: port)
        let late = try users.filter { try Stuffing.signIn($0, over: wire).status != 200 }
        report(
            "\(users.count - late.count) of them signed in at home after \(Int(StuffingRules.name.secondsPerRefill)) s")
        return late.map { "\(Stuffing.name($0)) waits longer than the rules say" }
    }
}

/// A user who signs in with a passkey while others guess.
private struct PasskeyUser: @unchecked Sendable {
    struct Result: Sendable {
        var count = 0
        var faults: [String] = []
    }

    /// Used by one thread at a time.
    let device: TestClient

    /// Signs in again and again, at home and from another address of the network that the pairs come from. The returned
    /// function ends that.
    func signInUntilStopped(at port: UInt16, from origin: Stuffing.Origin) -> () -> Result {
        let (isStopping, result) = (Monitor(false), Monitor<Result?>(nil))
        let addresses = ["192.0.2.5", origin == .address ? "198.51.100.77" : "203.0.9.77"]
        Thread.detachNewThread {
            var own = Result()
            do {
                let client = TestClient(try WireClient(port: port), address: device.address, device: device.device)
                while !isStopping.read(\.self) {
                    client.wire.forwardedFor = addresses[own.count % addresses.count]
                    try client.signIn()
                    own.count += 1
                    // A passkey may sign in twice a second.
                    Thread.sleep(forTimeInterval: 0.5)
                }
            } catch {
                own.faults.append("the passkey does not sign in: \(error)")
            }
            let finished = own
            result.update { $0 = finished }
        }
        return {
            isStopping.update { $0 = true }
            return result.wait { $0 } ?? Result(faults: ["the passkey sign-in does not end"])
        }
    }
}
