// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The rule that no passkey may be bound to a public suffix, because anyone can register a domain under it.
///
/// The public suffix list is in a C library, so the caller injects the lookup.
package struct PublicSuffixRule: Sendable {
    private let isListed: @Sendable (String) -> Bool

    /// Creates a rule with a lookup in the public suffix list.
    package init(isListed: @escaping @Sendable (String) -> Bool) {
        self.isListed = isListed
    }

    /// The classification of a domain.
    package enum Classification: Hashable, Sendable {
        case publicSuffix
        /// A domain directly under a public suffix, which is what registrars sell.
        case registrableApex
        case ordinary
    }

    package func classify(_ name: HostName) -> Classification {
        if name.isLocalhost { return .ordinary }
        // Browsers treat an unlisted top-level domain as a public suffix.
        guard let parent = name.parent, !isListed(name.text) else { return .publicSuffix }
        return !parent.contains(".") || isListed(parent) ? .registrableApex : .ordinary
    }

    /// The domain above a host, if passkeys can be bound to it.
    package func relyingParty(above host: HostName) -> String? {
        host.parent.flatMap { $0.contains(".") && !isListed($0) ? $0 : nil }
    }

    /// Checks the relying party ID of a domain.
    func check(_ domain: CustomDomain, at path: String, findings: inout ConfigurationFindings) {
        guard let name = try? HostName(domain.relyingPartyID) else { return }
        let place = path + (domain.relyingPartyID == domain.host ? ".domain" : ".relying_party_identifier")
        switch classify(name) {
        case .ordinary: break
        case .publicSuffix:
            // Hosts of an intranet have a single label, and browsers allow passkeys for those.
            guard name.parent != nil || domain.host != name.text || isListed(name.text) else { return }
            findings.reject(
                place,
                message:
                    "\(name) is a public suffix. Browsers reject passkeys for it because anyone can register a name under it.",
                remedy: domain.host == name.text
                    ? "Write your own domain under it, such as login.example.\(name)."
                    : "Write \(domain.host) or one of its parent domains that you own.")
        case .registrableApex:
            findings.warn(
                place,
                message: "\(name) is a registrable domain. Every site under it can request these passkeys.",
                remedy:
                    "Use a subdomain for sign-in, such as auth.\(name) or accounts.\(name)."
            )
        }
    }
}
