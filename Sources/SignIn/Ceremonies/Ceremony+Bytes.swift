// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnMessages
import WireFormats

/// The sealed form of a ceremony: fields in a fixed order. Each sign-in writes and reads one.
extension Ceremony {
    private enum Kind: UInt8 {
        case signIn = 0
        case signUp = 1
        case enrollment = 2
        case conditionalEnrollment = 3
        case invitation = 4
        case setup = 5
        case signUpAwaitingIdentifiers = 6
        case confirmation = 7
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        bytes.append(kind.rawValue)
        bytes.append(bigEndian: expiresAt.secondsSince1970)
        for field in [id, challenge.bytes] { bytes.append(field: field) }
        // An organization's id is never empty.
        for text in [client, host, relyingPartyID, connection, userVerification.rawValue, organization ?? ""] {
            bytes.append(field: text.utf8)
        }
        switch purpose {
        case .signIn: break
        case .signUp(let draft): bytes.append(field: JSONValue.object(draft.json).serialized())
        case .enrollment(let user, let handle, _):
            bytes.append(field: user.rawValue.utf8)
            bytes.append(field: handle.bytes)
        case .invitation(let invitation, let handle):
            bytes.append(field: JSONValue.object(invitation.json).serialized())
            bytes.append(field: handle.bytes)
        case .setup(let draft, let codeHash):
            bytes.append(field: JSONValue.object(draft.json).serialized())
            bytes.append(field: codeHash)
        case .confirmation(let act, let user):
            bytes.append(field: act.rawValue.utf8)
            bytes.append(field: user.rawValue.utf8)
        }
        return bytes
    }

    private var kind: Kind {
        switch purpose {
        case .signIn: .signIn
        case .signUp(let draft): draft.awaitsIdentifiers ? .signUpAwaitingIdentifiers : .signUp
        case .enrollment(_, _, isConditional: false): .enrollment
        case .enrollment(_, _, isConditional: true): .conditionalEnrollment
        case .invitation: .invitation
        case .setup: .setup
        case .confirmation: .confirmation
        }
    }

    init?(bytes: [UInt8]) {
        var fields = ByteReader(bytes)
        guard let kind = (try? fields.readUInt8()).flatMap(Kind.init), let expiresAt = fields.readTimestamp(),
            let id = fields.readField(), let challenge = fields.readField(), let client = fields.readText(),
            let host = fields.readText(), let relyingPartyID = fields.readText(), let connection = fields.readText(),
            let userVerification = fields.readText(), let organization = fields.readText(),
            let purpose = Self.readPurpose(kind, from: &fields), fields.isAtEnd
        else { return nil }
        self.init(
            purpose: purpose,
            binding: CeremonyBinding(
                client: client, host: host, relyingPartyID: relyingPartyID, connection: connection,
                organization: organization.isEmpty ? nil : organization),
            secrets: CeremonySecrets(id: Array(id), challenge: Challenge(uncheckedBytes: Array(challenge))),
            userVerification: UserVerificationRequirement(rawValue: userVerification),
            expiresAt: expiresAt)
    }

    private static func readPurpose(_ kind: Kind, from fields: inout ByteReader) -> Purpose? {
        switch kind {
        case .signIn: return .signIn
        case .signUp, .signUpAwaitingIdentifiers:
            guard var draft = fields.readJSON().flatMap(SignUpDraft.init(json:)) else { return nil }
            draft.awaitsIdentifiers = kind == .signUpAwaitingIdentifiers
            return .signUp(draft)
        case .enrollment, .conditionalEnrollment:
            guard let user = fields.readText(), let handle = fields.readHandle() else { return nil }
            return .enrollment(UserID(rawValue: user), handle, isConditional: kind == .conditionalEnrollment)
        case .invitation:
            guard let invitation = fields.readJSON().flatMap(Invitation.init(json:)), let handle = fields.readHandle()
            else { return nil }
            return .invitation(invitation, handle)
        case .setup:
            guard let draft = fields.readJSON().flatMap(SignUpDraft.init(json:)), let codeHash = fields.readField()
            else { return nil }
            return .setup(draft, codeHash: Array(codeHash))
        case .confirmation:
            guard let act = fields.readText().flatMap(ConfirmedAct.init), let user = fields.readText() else {
                return nil
            }
            return .confirmation(act, UserID(rawValue: user))
        }
    }
}

extension ByteReader {
    fileprivate mutating func readHandle() -> UserHandle? {
        readField().flatMap { UserHandle(Array($0)) }
    }

    fileprivate mutating func readJSON() -> JSONValue? {
        readField().flatMap { try? JSONReader.read(Array($0)) }
    }
}

// The rest is JSON with short names, because it varies.

extension SignUpDraft {
    var json: JSONObject {
        var profileMembers: [(String, JSONValue)] = []
        for (name, path) in Self.profileMembers {
            if let text = profile[keyPath: path] { profileMembers.append((name, .string(text))) }
        }
        var json = JSONObject([
            ("h", .bytes(handle.bytes)),
            (
                "i",
                .array(
                    identifiers.map { [.string($0.kind.rawValue), .string($0.value), .string($0.normalized)] })
            ),
            ("f", .object(JSONObject(profileMembers))), ("m", .object(metadata)),
        ])
        if !codes.isEmpty {
            let sent = codes.sorted { $0.key.rawValue < $1.key.rawValue }
            json["c"] = .array(sent.map { .array([.string($0.key.rawValue), .string($0.value.text)]) })
        }
        if !proofs.isEmpty { json["p"] = .array(proofs.map(\.json)) }
        return json
    }

    init?(json: JSONValue) {
        guard let handle = json["h"]?.bytesValue.flatMap({ UserHandle($0) }), let list = json["i"]?.arrayValue,
            let metadata = json["m"]?.objectValue
        else { return nil }
        var identifiers: [Identifier] = []
        for element in list {
            guard let words = element.arrayValue?.compactMap(\.stringValue), words.count == 3,
                let kind = Identifier.Kind(rawValue: words[0])
            else { return nil }
            identifiers.append(Identifier(kind: kind, value: words[1], normalized: words[2]))
        }
        var profile = User.Profile()
        for (name, path) in Self.profileMembers {
            profile[keyPath: path] = json["f"]?[name]?.stringValue
        }
        self.init(handle: handle, identifiers: identifiers, profile: profile, metadata: metadata)
        for element in json["c"]?.arrayValue ?? [] {
            guard let words = element.arrayValue?.compactMap(\.stringValue), words.count == 2,
                let kind = Identifier.Kind(rawValue: words[0]), let id = SentCode.ID(text: words[1])
            else { return nil }
            codes[kind] = id
        }
        proofs = json["p"]?.arrayValue?.compactMap(AddressProof.init) ?? []
    }

    private static var profileMembers: [(String, WritableKeyPath<User.Profile, String?>)] {
        [
            ("name", \.name), ("given_name", \.givenName), ("family_name", \.familyName), ("nickname", \.nickname),
            ("picture", \.picture),
        ]
    }
}

extension JSONValue {
    static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }

    var bytesValue: [UInt8]? { stringValue.flatMap { Base64URL.decode($0) } }
}
