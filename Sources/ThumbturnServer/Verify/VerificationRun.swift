// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// One run of `thumbturn verify`: judges case after case and keeps the score.
struct VerificationRun {
    /// Where cases come from.
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

    /// Large enough for any number of cases somebody would put into one file.
    private static let limits = JSONReader.Limits(depth: 64, bytes: 256 << 20)

    /// Judges all cases of a source. A malformed one is reported; the others are judged all the same.
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

    /// The exit status, after a summary where the verdicts were to be compared with expectations.
    func finish(isChecking: Bool) -> ExitStatus {
        if isChecking { console.writeError(score.summary) }
        if score.malformed > 0 { return .malformed }
        if isChecking { return score.disagreements.isEmpty ? .success : .failure }
        return score.rejected == 0 ? .success : .failure
    }

    private mutating func judge(_ verificationCase: VerificationCase) {
        let verdict = Verdict(of: verificationCase)
        if isExplaining {
            console.write(CeremonyExplanation(verificationCase, verdict).text)
        } else {
            console.line(verdict.jsonLine)
        }
        score.count(verdict, verificationCase.expectation)
    }

    private mutating func reportMalformed(_ message: String) {
        console.errorLine("thumbturn: \(message)")
        score.malformed += 1
    }
}
