// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The way from a certificate to one that is trusted.
package enum CertificateChain {
    /// The certificates from the leaf to the anchor, when every rule of RFC 5280 is kept at that time.
    ///
    /// Only the given anchors are trusted. A leaf or intermediate that is itself an anchor needs no issuer. The
    /// intermediates may be in any order and may include the root. An anchor's own revocation is its owner's matter.
    package static func validate(
        leaf: Certificate,
        intermediates: [Certificate],
        anchors: [Certificate],
        at time: Timestamp,
        revocationLists: [RevocationList] = []
    ) throws(ChainRejection) -> [Certificate] {
        var work = VerificationWork()
        return try ChainRules(anchors: anchors, time: time, revocationLists: revocationLists).validate(
            leaf, intermediates: intermediates, work: &work)
    }
}

/// The anchors, time and revocation lists that chains are validated with.
package struct ChainRules: Sendable {
    let anchors: [Certificate]
    let time: Timestamp
    let revocationLists: [RevocationList]

    package init(anchors: [Certificate], time: Timestamp, revocationLists: [RevocationList] = []) {
        self.anchors = anchors
        self.time = time
        self.revocationLists = revocationLists
    }

    /// The path from the leaf to its anchor.
    ///
    /// OpenSSL picks one issuer by its name before it checks a signature. Where that path fails, the other paths over
    /// authorities of the same name are tried. A revoked certificate ends the search.
    package func validate(
        _ leaf: Certificate, intermediates: [Certificate], work: inout VerificationWork
    ) throws(ChainRejection) -> [Certificate] {
        let rejection: ChainRejection
        do {
            return try path(leaf, intermediates: intermediates, to: anchors, work: &work)
        } catch {
            rejection = error
        }
        guard !rejection.isFinal else { throw rejection }
        var search = PathSearch(rules: self, intermediates: intermediates)
        guard let path = try search.path(extending: [leaf], work: &work) else { throw rejection }
        return path
    }

    /// The path that OpenSSL finds, judged.
    func path(
        _ leaf: Certificate, intermediates: [Certificate], to anchors: [Certificate], work: inout VerificationWork
    ) throws(ChainRejection) -> [Certificate] {
        let issuers = intermediates.map(\.verificationWork)
        try work.spendOnChain(issuers.reduce(anchors.map(\.verificationWork).max() ?? 0, +))
        let path = try ChainSearch(leaf: leaf, intermediates: intermediates).chain(to: anchors)
        for certificate in path {
            try certificate.requireValidity(at: time)
        }
        for (certificate, issuer) in zip(path, path.dropFirst()) {
            guard !certificate.isSignedOverBrokenDigest else {
                throw .invalid("a signature is over a broken digest")
            }
            guard !revocationLists.contains(where: { $0.revokes(certificate, issuedBy: issuer) }) else {
                throw .revoked
            }
        }
        return path
    }
}

/// A search over issuers whose signatures hold, as far as ``maximumChecks`` go.
private struct PathSearch {
    let rules: ChainRules
    let intermediates: [Certificate]
    private var checks = 0

    /// Certificates that all issued each other have as many paths as orders.
    private static let maximumChecks = 32

    init(rules: ChainRules, intermediates: [Certificate]) {
        self.rules = rules
        self.intermediates = intermediates
    }

    mutating func path(
        extending path: [Certificate], work: inout VerificationWork
    ) throws(ChainRejection) -> [Certificate]? {
        guard let leaf = path.first, let last = path.last else { return nil }
        for anchor in rules.anchors {
            guard try isIssuer(anchor, of: last, work: &work) else { continue }
            do {
                return try rules.path(leaf, intermediates: Array(path.dropFirst()), to: [anchor], work: &work)
            } catch  where error.isFinal {
                throw error
            } catch {
                continue
            }
        }
        for issuer in intermediates where !path.contains(issuer) {
            guard try isIssuer(issuer, of: last, work: &work) else { continue }
            if let found = try self.path(extending: path + [issuer], work: &work) { return found }
        }
        return nil
    }

    private mutating func isIssuer(
        _ issuer: Certificate, of certificate: Certificate, work: inout VerificationWork
    ) throws(ChainRejection) -> Bool {
        guard checks < Self.maximumChecks, issuer.mayHaveIssued(certificate) else { return false }
        checks += 1
        try work.spendOnChain(issuer.verificationWork)
        return issuer.hasSigned(certificate)
    }
}

extension ChainRejection {
    /// Whether no other path is tried.
    fileprivate var isFinal: Bool { self == .revoked || self == .tooCostly }
}

extension VerificationWork {
    fileprivate mutating func spendOnChain(_ units: Int) throws(ChainRejection) {
        do {
            try spend(units)
        } catch {
            throw .tooCostly
        }
    }
}
