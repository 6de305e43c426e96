// SPDX-License-Identifier: Apache-2.0

/// The members of an attestation statement under construction.
struct AttestationStatement {
    private var members: [(name: String, value: CBORItem)]

    init(_ members: [(name: String, value: CBORItem)]) { self.members = members }

    subscript(name: String) -> CBORItem? {
        get { members.first { $0.name == name }?.value }
        set {
            let position = members.firstIndex { $0.name == name }
            switch (position, newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil): members.remove(at: position)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }
    }

    var item: CBORItem { .map(members.map { (.text($0.name), $0.value) }) }

    /// The statement with a fault that several formats have in common, by the name of its alteration.
    func item(alteredBy name: String?) -> CBORItem {
        guard let name, let fault = SharedFault(rawValue: name) else { return item }
        if fault == .statementNotMap { return .array(members.map(\.value)) }
        var copy = self
        copy.apply(fault)
        return copy.item
    }

    private mutating func apply(_ fault: SharedFault) {
        switch fault {
        case .badSignature:
            if case .bytes(let signature) = self["sig"] { self["sig"] = .bytes(signature.flippingLastBit) }
        case .emptySignature: self["sig"] = .bytes([])
        case .missingSignature: self["sig"] = nil
        case .signatureAsText:
            if case .bytes(let signature) = self["sig"] { self["sig"] = .text(Base64Text.url(signature)) }
        case .missingAlg: self["alg"] = nil
        case .algAsText: self["alg"] = "ES256"
        case .unknownAlg: self["alg"] = .integer(-65_000)
        case .missingX5C: self["x5c"] = nil
        case .emptyX5C: self["x5c"] = .array([])
        default: applyToCertificates(fault)
        }
    }

    private mutating func applyToCertificates(_ fault: SharedFault) {
        // ECDAA statements had a key id instead of certificates.
        if fault == .ecdaa {
            self["x5c"] = nil
            self["ecdaaKeyId"] = .bytes([UInt8](repeating: 7, count: 32))
            return
        }
        guard case .array(let certificates) = self["x5c"], case .bytes(let leaf) = certificates.first else { return }
        let first: CBORItem
        switch fault {
        case .x5cNotArray:
            self["x5c"] = .bytes(leaf)
            return
        case .certificateAsText: first = .text(Base64Text.standard(leaf))
        case .certificateGarbage: first = .bytes([UInt8](repeating: 0x30, count: 64))
        case .certificateTrailingByte: first = .bytes(leaf + [0])
        default: return
        }
        self["x5c"] = .array([first] + certificates.dropFirst())
    }

    private enum SharedFault: String {
        case badSignature, emptySignature, missingSignature, signatureAsText
        case missingAlg, algAsText, unknownAlg
        case missingX5C, emptyX5C, x5cNotArray, certificateAsText, certificateGarbage, certificateTrailingByte
        case ecdaa, statementNotMap
    }
}
