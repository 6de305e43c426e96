// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Under which domains names are given to strangers: a passkey bound to such a domain would be everybody's.
///
/// The list is somebody else's and lies in a library of C, so whoever reads configurations brings it along.
package struct PublicSuffixRule: Sendable {
    private let isListed: @Sendable (String) -> Bool

    /// Takes the question whether a domain is on the list.
    package init(isListed: @escaping @Sendable (String) -> Bool) {
        self.isListed = isListed
    }

    /// What a domain is by this rule.
    package enum Verdict: Hashable, Sendable {
        case publicSuffix
        /// One label under a public suffix: what people register.
        case registrableApex
        case ordinary
    }

    package func judge(_ name: HostName) -> Verdict {
        if name.isLocalhost { return .ordinary }
        // A top-level domain that is not listed is taken for a public suffix, as browsers do.
        guard let parent = name.parent, !isListed(name.text) else { return .publicSuffix }
        return !parent.contains(".") || isListed(parent) ? .registrableApex : .ordinary
    }

    /// Judges what the passkeys of a domain are bound to.
    func check(_ domain: CustomDomain, at path: String, findings: inout ConfigurationFindings) {
        guard let name = try? HostName(domain.relyingPartyID) else { return }
        let place = path + (domain.relyingPartyID == domain.host ? ".domain" : ".relying_party_identifier")
        switch judge(name) {
        case .ordinary: break
        case .publicSuffix:
            // Inside a company's network, hosts have names of one label, and browsers let those have passkeys of their own.
            guard name.parent != nil || domain.host != name.text || isListed(name.text) else { return }
            findings.refuse(
                place,
                "\(name) is a public suffix: everybody can have a name under it, so browsers refuse passkeys for it.",
                remedy: domain.host == name.text
                    ? "Write a domain of your own under it, such as login.example.\(name)."
                    : "Write \(domain.host), or a domain of yours that it ends with.")
        case .registrableApex:
            findings.warn(
                place,
                "\(name) is the whole registrable domain: every site under it, whoever runs it, could ask for these passkeys.",
                remedy:
                    "Use a domain for signing in, such as auth.\(name) or accounts.\(name), and no broader one than you need."
            )
        }
    }
}
