// SPDX-License-Identifier: Apache-2.0

extension ResponseMutation {
    /// The client data with this mutation.
    func tampered(_ clientData: ClientData) throws(AuthenticatorFailure) -> [UInt8] {
        guard stage == .clientData else { return clientData.json }
        var copy = clientData
        if let origin = try mutatedOrigin(clientData.origin) {
            copy["origin"] = origin
            return copy.json
        }
        if let challenge = mutatedChallenge(clientData.challenge) {
            copy["challenge"] = challenge
            // A challenge may happen to need no padding and to have none of the characters that differ.
            guard copy.json != clientData.json else { throw .tamperingNotApplicable(name) }
            return copy.json
        }
        mutateMembers(&copy)
        let tampered = mutatedText(copy)
        guard tampered != clientData.json || verdict != .rejected else { throw .tamperingNotApplicable(name) }
        return tampered
    }

    private func mutatedOrigin(_ origin: String) throws(AuthenticatorFailure) -> JSONText? {
        switch self {
        case .wrongOrigin: return .string("https://attacker.example")
        case .originNull: return .string("null")
        case .originArray: return .array([.string(origin)])
        case .originTrailingSlash: return .string(origin + "/")
        case .originSuffixDomain, .originPrefixDomain, .originSubdomain, .originHTTP, .originOtherPort,
            .originTrailingDot, .originUpperCase, .originUserInfo:
            break
        default: return nil
        }
        guard let schemeEnd = origin.firstRange(of: "://") else { throw .tamperingNotApplicable(name) }
        let scheme = String(origin[..<schemeEnd.upperBound])
        let authority = String(origin[schemeEnd.upperBound...])
        let host = String(authority.prefix { $0 != ":" })
        let port = String(authority.dropFirst(host.count))
        switch self {
        case .originSuffixDomain: return .string(scheme + host + ".attacker.example" + port)
        case .originPrefixDomain: return .string(scheme + "not" + host + port)
        case .originSubdomain: return .string(scheme + "other." + host + port)
        case .originHTTP: return .string((scheme == "http://" ? "https://" : "http://") + authority)
        case .originOtherPort: return .string(scheme + host + (port == ":8444" ? ":8445" : ":8444"))
        case .originTrailingDot: return .string(scheme + host + "." + port)
        case .originUpperCase: return .string(scheme + host.uppercased() + port)
        default: return .string(scheme + authority + "@attacker.example")
        }
    }

    private func mutatedChallenge(_ challenge: String) -> JSONText? {
        switch self {
        case .wrongChallenge: .base64URL(Array("a challenge nobody has ever sent".utf8))
        case .challengeEmpty: .string("")
        // Whole groups of four characters keep the text valid base64url.
        case .challengePrefix: .string(String(challenge.prefix(max(0, (challenge.utf8.count - 1) / 4 * 4))))
        case .challengeCaseChanged:
            .string(String(challenge.map { $0.isLowercase ? Character($0.uppercased()) : Character($0.lowercased()) }))
        case .challengePadded: .string(challenge + String(repeating: "=", count: (4 - challenge.utf8.count % 4) % 4))
        case .challengeStandardAlphabet:
            .string(String(challenge.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }))
        default: nil
        }
    }

    private func mutateMembers(_ clientData: inout ClientData) {
        switch self {
        case .wrongType:
            clientData["type"] = .string(clientData.kind == .get ? "webauthn.create" : "webauthn.get")
        case .typeWrongCase: clientData["type"] = .string(clientData.kind.rawValue.uppercased())
        case .missingClientDataType: clientData["type"] = nil
        case .missingChallenge: clientData["challenge"] = nil
        case .missingOrigin: clientData["origin"] = nil
        case .crossOriginTrue: clientData["crossOrigin"] = .bool(true)
        case .crossOriginText: clientData["crossOrigin"] = .string("true")
        case .crossOriginAbsent: clientData["crossOrigin"] = nil
        case .topOriginSet: clientData["topOrigin"] = .string("https://attacker.example")
        case .foreignTopOrigin:
            clientData["crossOrigin"] = .bool(true)
            clientData["topOrigin"] = .string("https://attacker.example")
        case .reorderedClientData: clientData.members.reverse()
        // The sentence Chrome appends now and then, so that no server compares client data with a template.
        case .extraClientDataMember:
            clientData["other_keys_can_be_added_here"] = .string("do not compare clientDataJSON against a template")
        case .tokenBindingInClientData:
            clientData["tokenBinding"] = .object([("status", .string("supported"))])
        case .duplicateClientDataMember:
            clientData.members.insert(("type", .string("webauthn.other")), at: 0)
        case .deepClientData:
            clientData["deep"] = .written(
                String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000))
        default: break
        }
    }

    private func mutatedText(_ clientData: ClientData) -> [UInt8] {
        let json = clientData.json
        let text = String(decoding: json, as: UTF8.self)
        return switch self {
        case .escapedSlashes: Array(text.replacing("/", with: #"\/"#).utf8)
        case .unicodeEscapes: Array(text.replacing("webauthn.", with: #"\u0077ebauthn\u002e"#).utf8)
        case .whitespaceInClientData: Array((" \n\t" + text.replacing(",\"", with: " ,\r\n \"") + "\n").utf8)
        case .bomInClientData: [0xef, 0xbb, 0xbf] + json
        case .invalidJSONClientData: Array(text.dropLast().utf8)
        case .invalidUTF8ClientData: Array(text.dropLast().utf8) + Array(#","x":""#.utf8) + [0xff] + Array("\"}".utf8)
        case .clientDataArray: Array("[\(text)]".utf8)
        case .emptyClientData: []
        case .trailingClientData: json + Array("{}".utf8)
        case .nulAfterClientData: json + [0]
        default: json
        }
    }
}
