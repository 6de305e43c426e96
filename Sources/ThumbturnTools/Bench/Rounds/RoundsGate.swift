// SPDX-License-Identifier: Apache-2.0

/// A value of a report with its upper limit.
package struct RoundsGate: Sendable {
    package let name: String
    /// `nil` if it was not measured, which is a miss.
    let value: Double?
    let limit: Double
    /// Whether it is about starts, whose limits are always binding.
    package let isOfStarts: Bool

    init(_ name: String, _ value: Double?, atMost limit: Double, isOfStarts: Bool = false) {
        self.name = name
        self.value = value
        self.limit = limit
        self.isOfStarts = isOfStarts
    }

    package var holds: Bool { value.map { $0 <= limit } ?? false }

    package var text: String {
        let shown = value.map { DecimalText($0, digits: 2).withoutTrailingZeros } ?? "not measured"
        return "\(holds ? "holds " : "MISSED") \(name): \(shown), at most "
            + DecimalText(limit, digits: 2).withoutTrailingZeros
    }
}

extension RoundsReport {
    /// The gates of the starts, if they were measured, and of the operations.
    package var gates: [RoundsGate] {
        let of = results.operations
        let growth = of["sign-in-few"].flatMap { few in
            of["sign-in-many"].map { $0.processorTime / few.processorTime }
        }
        return startGates + [
            RoundsGate(
                "sign-in with an RS256 ID token, times its floor", of["sign-in-rs256-id"]?.overFloor, atMost: 1.55),
            RoundsGate("sign-in with ES256 tokens, times its floor", of["sign-in-es256"]?.overFloor, atMost: 2.8),
            RoundsGate("/health/live, µs", of["live"]?.processorTime, atMost: 25),
            RoundsGate("challenge, times a plain JSON document", of["challenge"]?.overFloor, atMost: 2),
            RoundsGate("sign-in page, times a plain JSON document", of["page"]?.overFloor, atMost: 2),
            RoundsGate("userinfo, times its floor", of["userinfo"]?.overFloor, atMost: 3),
            RoundsGate("sign-in, \(results.many) users to \(results.few)", growth, atMost: 1.3),
            // With more connections, commits are shared. 1 % is for background writes.
            RoundsGate("commits per sign-in, one connection", of["sign-in-alone"]?.unitsPerOperation, atMost: 1.01),
            RoundsGate(
                "commits per code for a live session, one connection", of["authorize-alone"]?.unitsPerOperation,
                atMost: 1.01),
            RoundsGate("errors", Double(of.values.map(\.errors).reduce(0, +)), atMost: 0),
        ]
    }

    private var startGates: [RoundsGate] {
        guard let starts else { return [] }
        return [
            RoundsGate(
                "start to ready in a fresh folder, ms", Double(starts.fresh), atMost: 150, isOfStarts: true),
            RoundsGate(
                "start to ready in an existing folder, ms", Double(starts.again), atMost: 150, isOfStarts: true),
            RoundsGate("resident memory, idle, MB", starts.idleMemory, atMost: 25),
        ]
    }
}

extension DecimalText {
    fileprivate var withoutTrailingZeros: String {
        guard description.contains(".") else { return description }
        let digits = description.reversed().drop { $0 == "0" }
        return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
    }
}
