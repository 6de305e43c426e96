// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// What a browser holds, sealed, between asking for codes and using what they prove.
package struct CodeProgress: Hashable, Sendable {
    /// The address that the user has entered.
    package var address = ""
    /// The code of a sign-in.
    package var signIn: SentCode.ID?
    /// The codes of a sign-up, by what they prove.
    package var signUp: [Identifier.Kind: SentCode.ID] = [:]
    package var proofs: [AddressProof] = []

    package init() {}

    package var isEmpty: Bool { self == CodeProgress() }
}

extension CodeProgress {
    package var json: JSONObject {
        var json: JSONObject = ["address": .string(address)]
        json["sign_in"] = signIn.map { .string($0.text) }
        if !signUp.isEmpty {
            var codes = JSONObject()
            for (kind, id) in signUp.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                codes[kind.rawValue] = .string(id.text)
            }
            json["sign_up"] = .object(codes)
        }
        if !proofs.isEmpty { json["proofs"] = .array(proofs.map(\.json)) }
        return json
    }

    package init(_ json: JSONObject) {
        address = json["address"]?.stringValue ?? ""
        signIn = json["sign_in"]?.stringValue.flatMap(SentCode.ID.init(text:))
        for member in json["sign_up"]?.objectValue?.members ?? [] {
            guard let kind = Identifier.Kind(rawValue: member.name) else { continue }
            signUp[kind] = member.value.stringValue.flatMap(SentCode.ID.init(text:))
        }
        proofs = json["proofs"]?.arrayValue?.compactMap(AddressProof.init) ?? []
    }
}
