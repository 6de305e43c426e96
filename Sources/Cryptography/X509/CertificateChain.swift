// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The validation of paths from a certificate to a trust anchor.
package enum CertificateChain {
    /// Returns the certificates from the leaf to the anchor if the path is valid by RFC 5280 at that time.
    ///
    /// Only the given anchors are trusted. A leaf or intermediate that is itself an anchor needs no issuer. The
    /// intermediates may be in any order and may include the root. Revocation is not checked for anchors.
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

    /// Returns the path from the leaf to its anchor.
    ///
    /// OpenSSL picks an issuer by name before it checks a signature. If that path fails, other paths over authorities
    /// of the same name are tried. A revoked certificate ends the search.
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

    /// Validates the path that OpenSSL finds.
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
                throw .invalid("a signature uses a broken digest")
            }
            guard !revocationLists.contains(where: { $0.revokes(certificate, issuedBy: issuer) }) else {
                throw .revoked
            }
        }
        return path
    }
}

/// A search over issuers whose signatures are valid, limited by ``maximumChecks``.
private struct PathSearch {
    let rules: ChainRules
    let intermediates: [Certificate]
    private var checks = 0

    /// Without a limit, certificates that issued each other would have a path for each permutation.
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
    /// Whether the search ends without trying another path.
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
