// SPDX-License-Identifier: Apache-2.0

import CommandLine
import WebAuthnVerification
import WireFormats

/// A run of `thumbturn verify`, with its score.
struct VerificationRun {
    /// A file with cases, or standard input.
    struct Source {
        let name: String
        let bytes: [UInt8]
    }

    let settings: VerificationSettings
    let console: Console
    var isExplaining = false

    private var score = VerificationScore()

    init(settings: VerificationSettings, console: Console) {
        self.settings = settings
        self.console = console
    }

    /// Limits that are large enough for any file of cases.
    private static let limits = JSONReader.Limits(depth: 64, bytes: 256 << 20)

    /// Verifies all cases of a source. A malformed case is reported and skipped.
    mutating func judge(_ source: Source) {
        let json: JSONValue
        do {
            json = try JSONReader.read(source.bytes, limits: Self.limits)
        } catch {
            reportMalformed("\(source.name): not strict JSON: \(error.explanation(in: source.bytes)).")
            return
        }
        for (index, element) in (json.arrayValue ?? [json]).enumerated() {
            do {
                judge(try VerificationCase(element, settings: settings))
            } catch {
                let place = json.arrayValue == nil ? "" : ", case \(index + 1)"
                reportMalformed("\(source.name)\(place): \(error.explanation)")
            }
        }
    }

    /// Returns the exit status. Prints a summary first if the verdicts are compared with expectations.
    func finish(isChecking: Bool) -> ExitStatus {
        if isChecking { console.writeError(score.summary) }
        if score.malformed > 0 { return .malformed }
        if isChecking { return score.disagreements.isEmpty ? .success : .failure }
        return score.rejected == 0 ? .success : .failure
    }

    private mutating func judge(_ verificationCase: VerificationCase) {
        let verdict = Verdict(of: verificationCase)
        if isExplaining {
            console.write(CeremonyExplanation(of: verificationCase, verdict: verdict).text)
        } else {
            console.print(verdict.jsonLine)
        }
        score.count(verdict, expectation: verificationCase.expectation)
    }

    private mutating func reportMalformed(_ message: String) {
        console.printError("thumbturn: \(message)")
        score.malformed += 1
    }
}

/// The options of the command line for every case.
struct VerificationSettings {
    /// The time for cases that name none.
    var time: Timestamp?
    /// The metadata that decides about trust.
    var metadata = AttestationTrust.Metadata.notUsed
}

extension AttestationTrust.Metadata {
    var isUsed: Bool {
        if case .notUsed = self { false } else { true }
    }
}

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
