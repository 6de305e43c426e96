// SPDX-License-Identifier: Apache-2.0

/// The comparison of verdicts with the expectations of their cases.
struct VerificationScore {
    var malformed = 0
    private(set) var rejected = 0
    private(set) var disagreements: [String] = []
    private var total = 0
    private var agreements = 0
    private var unavailable: [String] = []
    private var debatable: [String] = []
    private var otherSteps: [String] = []
    private var withoutExpectation = 0

    mutating func count(_ verdict: Verdict, expectation: VerificationCase.Expectation?) {
        total += 1
        if verdict.outcome == .reject { rejected += 1 }
        guard let expectation else {
            withoutExpectation += 1
            return
        }
        guard verdict.outcome != .unavailable else {
            unavailable.append(verdict.id)
            return
        }
        let isAgreed = (verdict.outcome == .accept) == expectation.isAccepted
        if isAgreed {
            agreements += 1
            let isRejected = verdict.outcome == .reject && !expectation.isDebatable
            if isRejected, let step = expectation.step, step != verdict.step {
                otherSteps.append("\(verdict.id) (\(verdict.step ?? "none") instead of \(step))")
            }
        } else {
            let line = "\(verdict.id) (\(verdict.outcome), \(verdict.code ?? "no code"))"
            if expectation.isDebatable { debatable.append(line) } else { disagreements.append(line) }
        }
    }

    /// The summary as text.
    var summary: String {
        var text = "\(total) cases: \(agreements) as expected, \(disagreements.count) not\n"
        func list(_ lines: [String], under title: String) {
            guard !lines.isEmpty else { return }
            text += "\(title): \(lines.count)\n" + lines.map { "  \($0)\n" }.joined()
        }
        list(disagreements, under: "not as expected")
        list(otherSteps, under: "rejected as expected, at another step")
        list(debatable, under: "debatable, judged otherwise")
        list(unavailable, under: "unavailable, not counted")
        if withoutExpectation > 0 { text += "without an expectation: \(withoutExpectation)\n" }
        return text
    }
}
