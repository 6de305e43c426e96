// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// The people of one thread of a crash trial.
final class Crowd: @unchecked Sendable {
    private let name: String
    private var randomness: SeededGenerator
    private(set) var people: [TrackedPerson] = []
    /// Those who did something since the last audit.
    private var active: [TrackedPerson] = []
    private(set) var contradictions: [String] = []
    private(set) var acknowledged = 0

    init(_ name: String, seed: UInt64) {
        self.name = name
        randomness = SeededGenerator(seed: seed)
    }

    /// Does one thing after the other until the connection breaks off, and tells of each that was answered.
    func work(at port: UInt16, answered: () -> Void) {
        do {
            let wire = try WireClient(port: port)
            while true {
                let person = nextPerson(wire)
                try person.act(&randomness)
                acknowledged += 1
                answered()
            }
        } catch is WireFailure {
            // The moment that this is about.
        } catch {
            contradictions.append("\(error)")
        }
    }

    /// Looks after those who did something, or after everybody.
    func audit(at port: UInt16, everybody: Bool) {
        var wire: WireClient?
        for person in everybody ? people : active {
            do {
                let present = try wire ?? WireClient(port: port)
                wire = present
                person.connect(present)
                try person.audit()
            } catch {
                contradictions.append("\(error)")
                wire = nil
            }
        }
        active = []
    }

    private func nextPerson(_ wire: WireClient) -> TrackedPerson {
        let isFirst = people.isEmpty || UInt64.random(in: 0..<12, using: &randomness) == 0
        let person: TrackedPerson
        if isFirst {
            let clients = [
                HarnessConfiguration.web, HarnessConfiguration.web, HarnessConfiguration.native,
                HarnessConfiguration.service,
            ]
            person = TrackedPerson(
                wire, address: "\(name)-\(people.count)@example.org",
                client: clients.randomElement(using: &randomness) ?? HarnessConfiguration.web)
            people.append(person)
        } else {
            person = people.suffix(6).randomElement(using: &randomness) ?? people[0]
        }
        person.connect(wire)
        if !active.contains(where: { $0 === person }) { active.append(person) }
        return person
    }
}
