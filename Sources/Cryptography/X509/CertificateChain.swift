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
        let search = ChainSearch(leaf: leaf, intermediates: intermediates, time: time)
        let chain = try find(search, anchors)
        for (certificate, issuer) in zip(chain, chain.dropFirst()) {
            guard !certificate.isSignedOverBrokenDigest else {
                throw .invalid("a signature is over a broken digest")
            }
            guard !revocationLists.contains(where: { $0.revokes(certificate, issuedBy: issuer) }) else {
                throw .revoked
            }
        }
        return chain
    }

    /// OpenSSL settles on one anchor by its name before it checks a signature, so where authorities have renewed their
    /// key under the same name, each of those anchors gets its turn.
    private static func find(_ search: ChainSearch, _ anchors: [Certificate]) throws(ChainRejection) -> [Certificate] {
        do {
            return try search.chain(to: anchors)
        } catch {
            for name in Set(([search.leaf] + search.intermediates).map(\.issuer)) {
                let namesakes = anchors.filter { $0.subject == name }
                for anchor in namesakes where namesakes.count > 1 {
                    if let chain = try? search.chain(to: [anchor]) {
                        return chain
                    }
                }
            }
            throw error
        }
    }
}
