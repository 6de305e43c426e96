// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WireFormats

/// A mutation of the response or of its attestation statement, named by `--tamper`.
enum RequestedMutation {
    case response(ResponseMutation)
    case attestation(AttestationAlteration)

    init(named name: String) throws(CommandFailure) {
        if let mutation = ResponseMutation(rawValue: name) {
            self = .response(mutation)
        } else if let alteration = AttestationAlteration.named(name) {
            self = .attestation(alteration)
        } else {
            throw .malformed(
                "There is no mutation \(TerminalText.safe(name))." + Suggestion.text(for: name, among: Self.names)
                    + " See authenticator --tamper list.")
        }
    }

    /// A line for each name, with the verdict of a correct server.
    static var overview: String {
        let rows =
            ResponseMutation.allCases.map { ($0.name, "\($0.verdict)") }
            + AttestationAlteration.allCases.map { ($0.name, "\($0.verdict)") }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { $0.padded(to: width) + "  " + $1 + "\n" }.joined()
    }

    private static var names: [String] {
        ResponseMutation.allCases.map(\.name) + AttestationAlteration.allCases.map(\.name)
    }
}
