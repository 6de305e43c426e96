// SPDX-License-Identifier: Apache-2.0

import Cryptography
import OutgoingTransfers
import WireFormats

/// The certificates that a domain presents.
struct CertificateExamination {
    /// The days before its end at which a certificate should have been renewed: Let's Encrypt's are after 60 of 90.
    private static let daysToRenew: Int64 = 14

    private let host: String
    private let place: String
    private let now: Timestamp

    init(of host: String, at place: String, now: Timestamp) {
        self.host = host
        self.place = place
        self.now = now
    }

    /// Returns the warning about a trusted certificate that ends soon.
    func expiryFindings(_ response: OutgoingHTTPResponse) -> [Finding] {
        guard let certificate = Self.read(response.certificates).first else { return [] }
        let seconds = certificate.notAfter.secondsSince1970 - now.secondsSince1970
        guard seconds < Self.daysToRenew * 86_400 else { return [] }
        let days = "\(max(0, seconds / 86_400))"
        return [finding(.certificateExpiring, with: ["time": "\(certificate.notAfter)", "days": days])]
    }

    /// Returns why a chain was rejected; `nil` if there is none.
    func finding(among texts: [String]?, reason: String) -> Finding? {
        let chain = Self.read(texts ?? [])
        guard let own = chain.first else { return nil }
        if own.notAfter < now { return finding(.certificateExpired, with: ["time": "\(own.notAfter)"]) }
        if own.notBefore > now { return finding(.certificateNotYetValid, with: ["time": "\(own.notBefore)"]) }
        if !own.matchesHost(host) { return finding(.certificateHost) }
        let isAlone = chain.count == 1 && own.issuer != own.subject
        let issuer = TerminalText.safe("\((chain.last ?? own).issuer)", limit: 200)
        return finding(
            isAlone ? .certificateIncomplete : .certificateUntrusted, with: ["issuer": "\(issuer) (\(reason))"])
    }

    private func finding(_ kind: FindingKind, with values: [String: String] = [:]) -> Finding {
        Finding(kind, at: place, with: ["host": host, "url": place].merging(values) { $1 })
    }

    private static func read(_ texts: [String]) -> [Certificate] {
        texts.flatMap { PEM.blocks(in: $0, label: "CERTIFICATE") ?? [] }.compactMap { try? Certificate(der: $0) }
    }
}
