// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WebAuthnVerification
import WireFormats

/// A titled list of facts about a ceremony.
struct ExplanationSection {
    private let title: String
    private var rows: [(name: String, value: String)] = []

    init(title: String) {
        self.title = title
    }

    /// Adds a fact. Characters of the value that control a terminal are replaced.
    mutating func add(_ name: String, value: String) {
        rows.append((name, TerminalText.safe(value)))
    }

    /// Adds the algorithm and the certificates of an attestation statement.
    mutating func addCertificates(of statement: AttestationStatement) {
        if let algorithm = try? statement.algorithm() { add("algorithm", value: "\(algorithm.id) (\(algorithm.name))") }
        let limit = AttestationPolicy().limits.certificates
        for der in ((try? statement.certificateBytes()) ?? []).prefix(limit) {
            guard let certificate = try? Certificate(der: der) else { continue }
            let name = certificate.subject.values(for: DistinguishedName.commonName).first ?? "no common name"
            add("certificate", value: "\(name), valid \(certificate.notBefore) to \(certificate.notAfter)")
        }
    }

    var text: String {
        let width = rows.map(\.name.count).max() ?? 0
        return "  \(title)\n" + rows.map { "    \($0.name.padded(to: width))  \($0.value)\n" }.joined()
    }
}
