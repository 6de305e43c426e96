// SPDX-License-Identifier: Apache-2.0

extension RelyingParty {
    /// Whether the ceremony may have taken place in a frame; a value that is no boolean counts as true.
    func allows(crossOrigin: CollectedClientData.Member<Bool>) -> Bool {
        switch (crossOrigin, framing) {
        case (.absent, _), (.present(false), _), (.present(true), .allowed): true
        default: false
        }
    }

    /// Whether the site at the top may frame the relying party; without a frame there is none to name.
    func allows(
        topOrigin: CollectedClientData.Member<String>, crossOrigin: CollectedClientData.Member<Bool>
    ) -> Bool {
        switch (topOrigin, framing) {
        case (.absent, _): true
        case (.present(let name), .allowed(let origins)):
            crossOrigin == .present(true) && origins.contains(Origin(rawValue: name))
        default: false
        }
    }
}

extension CollectedClientData.Member<String> {
    var origin: Origin? {
        if case .present(let name) = self { Origin(rawValue: name) } else { nil }
    }
}
