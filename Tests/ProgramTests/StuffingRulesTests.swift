// SPDX-License-Identifier: Apache-2.0

import ServerHarness
import Testing

/// What the trial of stuffed passwords allows.
@Suite struct StuffingRulesTests {
    private var rules = StuffingRules()

    private mutating func add(_ count: Int, names: Int = 1, networks: Int = 1) {
        for number in 0..<count { rules.add(name: "name \(number % names)", network: "network \(number % networks)") }
    }

    /// Wrong passwords at a rule's limit, and the seconds after which one more may be judged.
    @Test(
        arguments: [
            (10, 1, 1, StuffingRules.nameAndNetwork), (50, 1, 50, StuffingRules.name),
            (100, 100, 1, StuffingRules.network),
        ])
    mutating func `as many as a burst and its refills may be judged`(
        count: Int, names: Int, networks: Int, rule: StuffingRules.Rule
    ) {
        add(count, names: names, networks: networks)
        #expect(rules.violations(after: 0).isEmpty)
        add(1, names: names, networks: networks)
        #expect(rules.violations(after: rule.secondsPerRefill - 0.1).count == 1)
        #expect(rules.violations(after: rule.secondsPerRefill).isEmpty)
    }

    @Test mutating func `an owner waits once the burst of the name is spent`() {
        add(49, networks: 49)
        #expect(rules.isExhausted("name 0", after: 0) == false)
        add(1)
        #expect(rules.isExhausted("name 0", after: 899) == true)
        // It depends on when the refill came.
        #expect(rules.isExhausted("name 0", after: 900) == nil)
    }
}
