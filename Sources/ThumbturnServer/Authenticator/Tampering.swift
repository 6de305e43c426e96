// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator

/// What `--tamper` names: something in the response, or something in its attestation statement.
enum Tampering {
    case response(Tamper)
    case attestation(AttestationAlteration)

    init(named name: String) throws(CommandFailure) {
        if let tamper = Tamper(rawValue: name) {
            self = .response(tamper)
        } else if let alteration = AttestationAlteration.named(name) {
            self = .attestation(alteration)
        } else {
            throw .malformed("There is no tampering \(name)." + Suggestion.text(for: name, among: Self.names))
        }
    }

    /// All names, a line each, with what a server has to do about them.
    static var overview: String {
        let rows =
            Tamper.allCases.map { ($0.name, "\($0.verdict)") }
            + AttestationAlteration.allCases.map { ($0.name, "\($0.verdict)") }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { $0.padded(to: width) + "  " + $1 + "\n" }.joined()
    }

    private static var names: [String] { Tamper.allCases.map(\.name) + AttestationAlteration.allCases.map(\.name) }
}
