// SPDX-License-Identifier: Apache-2.0

import Cryptography

extension ResponseMutation {
    /// Mutates the JSON around the signed parts.
    func apply(_ response: inout ResponseJSON) throws(AuthenticatorFailure) {
        guard try !removeMember(from: &response) else { return }
        switch self {
        case .rawIdMismatch: Self.set("rawId", to: .base64URL(Randomness.bytes(20)), in: &response.members)
        case .unknownCredential:
            let id = JSONText.base64URL(Randomness.bytes(20))
            Self.set("id", to: id, in: &response.members)
            Self.set("rawId", to: id, in: &response.members)
        case .idAsNumber: Self.set("id", to: .number(5), in: &response.members)
        case .wrongCredentialType: Self.set("type", to: .string("password"), in: &response.members)
        case .foreignUserHandle: Self.set("userHandle", to: .base64URL(Randomness.bytes(16)), in: &response.response)
        case .unknownTransport:
            Self.set("transports", to: .array([.string("internal"), .string("telepathy")]), in: &response.response)
        case .unknownMembers:
            response.members.append(("example", .object([("a", .null)])))
            response.response.append(("example", .array([.number(1)])))
        case .missingRedundantMembers:
            response.response.removeAll {
                ["publicKey", "publicKeyAlgorithm", "authenticatorData"].contains($0.name)
            }
        case .lyingRedundantMembers: try contradict(in: &response.response)
        case .paddedBase64:
            try respell(&response.response) { $0 + String(repeating: "=", count: (4 - $0.utf8.count % 4) % 4) }
        case .standardBase64:
            try respell(&response.response) { String($0.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) }
        default: break
        }
    }

    /// Removes a member. Returns `false` if the mutation is not about a missing member.
    private func removeMember(from response: inout ResponseJSON) throws(AuthenticatorFailure) -> Bool {
        guard let (list, name) = missingMember else { return false }
        guard response[keyPath: list].contains(where: { $0.name == name }) else {
            throw .tamperingNotApplicable(self.name)
        }
        response[keyPath: list].removeAll { $0.name == name }
        return true
    }

    private var missingMember: (list: WritableKeyPath<ResponseJSON, ResponseJSON.Members>, name: String)? {
        switch self {
        case .missingId: (\.members, "id")
        case .missingRawId: (\.members, "rawId")
        case .missingType: (\.members, "type")
        case .missingClientExtensionResults: (\.members, "clientExtensionResults")
        case .missingClientData: (\.response, "clientDataJSON")
        case .missingAttestationObject: (\.response, "attestationObject")
        case .missingAuthenticatorData: (\.response, "authenticatorData")
        case .missingSignature: (\.response, "signature")
        case .missingUserHandle: (\.response, "userHandle")
        case .missingTransports: (\.response, "transports")
        default: nil
        }
    }

    private func contradict(in members: inout ResponseJSON.Members) throws(AuthenticatorFailure) {
        let key = try SigningKey(.es384)
        Self.set("publicKey", to: .base64URL(key.subjectPublicKeyInfo), in: &members)
        Self.set("publicKeyAlgorithm", to: .number(key.algorithm.rawValue), in: &members)
        Self.set("authenticatorData", to: .base64URL(Randomness.bytes(37)), in: &members)
    }

    private func respell(
        _ members: inout ResponseJSON.Members, by spell: (String) -> String
    ) throws(AuthenticatorFailure) {
        var isChanged = false
        // The other members of a registration are copies that need not be read, so mutating them alone has no effect.
        let isRegistration = members.contains { $0.name == "attestationObject" }
        let counts = { (name: String) in
            self != .standardBase64 || !isRegistration || ["attestationObject", "clientDataJSON"].contains(name)
        }
        for position in members.indices {
            guard case .string(let text) = members[position].value else { continue }
            let other = spell(text)
            isChanged = isChanged || (other != text && counts(members[position].name))
            members[position].value = .string(other)
        }
        guard isChanged else { throw .tamperingNotApplicable(name) }
    }

    private static func set(_ name: String, to value: JSONText, in members: inout ResponseJSON.Members) {
        if let position = members.firstIndex(where: { $0.name == name }) {
            members[position].value = value
        } else {
            members.append((name, value))
        }
    }
}
