// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnMessages
import WireFormats

// Short names: a client carries this with it.

extension Ceremony {
    var json: JSONObject {
        var members: [(String, JSONValue)] = [
            ("i", .bytes(id)), ("c", .string(client)), ("h", .string(host)), ("r", .string(relyingPartyID)),
            ("n", .string(connection)), ("x", .bytes(challenge.bytes)), ("v", .string(userVerification.rawValue)),
            ("e", .number(JSONNumber(expiresAt.secondsSince1970))),
        ]
        if let organization { members.append(("o", .string(organization))) }
        switch purpose {
        case .signIn: members.append(("p", "signin"))
        case .signUp(let draft): members += [("p", "signup"), ("d", .object(draft.json))]
        case .enrollment(let user, let handle, let isConditional):
            members += [
                ("p", "enroll"), ("u", .string(user.rawValue)), ("b", .bytes(handle.bytes)),
                ("s", .bool(isConditional)),
            ]
        case .invitation(let invitation, let handle):
            members += [("p", "invite"), ("k", .object(invitation.json)), ("b", .bytes(handle.bytes))]
        }
        return JSONObject(members)
    }

    init?(json: JSONValue) {
        guard let id = json["i"]?.bytesValue, let client = json["c"]?.stringValue, let host = json["h"]?.stringValue,
            let relyingPartyID = json["r"]?.stringValue, let connection = json["n"]?.stringValue,
            let challenge = json["x"]?.bytesValue, let userVerification = json["v"]?.stringValue,
            let expiry = json["e"]?.intValue, let purpose = Purpose(json: json)
        else { return nil }
        self.init(
            purpose: purpose,
            binding: CeremonyBinding(
                client: client, host: host, relyingPartyID: relyingPartyID, connection: connection,
                organization: json["o"]?.stringValue),
            secrets: CeremonySecrets(id: id, challenge: Challenge(uncheckedBytes: challenge)),
            userVerification: UserVerificationRequirement(rawValue: userVerification),
            expiresAt: Timestamp(secondsSince1970: Int64(expiry)))
    }
}

extension Ceremony.Purpose {
    fileprivate init?(json: JSONValue) {
        switch json["p"]?.stringValue {
        case "signin": self = .signIn
        case "signup":
            guard let draft = json["d"].flatMap(SignUpDraft.init(json:)) else { return nil }
            self = .signUp(draft)
        case "enroll":
            guard let user = json["u"]?.stringValue, let handle = json["b"]?.bytesValue.flatMap({ UserHandle($0) }),
                let isConditional = json["s"]?.boolValue
            else { return nil }
            self = .enrollment(UserID(rawValue: user), handle, isConditional: isConditional)
        case "invite":
            guard let invitation = json["k"].flatMap(Invitation.init(json:)),
                let handle = json["b"]?.bytesValue.flatMap({ UserHandle($0) })
            else { return nil }
            self = .invitation(invitation, handle)
        default: return nil
        }
    }
}

extension SignUpDraft {
    fileprivate var json: JSONObject {
        var profileMembers: [(String, JSONValue)] = []
        for (name, path) in Self.profileMembers {
            if let text = profile[keyPath: path] { profileMembers.append((name, .string(text))) }
        }
        return JSONObject([
            ("h", .bytes(handle.bytes)),
            (
                "i",
                .array(
                    identifiers.map { [.string($0.kind.rawValue), .string($0.value), .string($0.normalized)] })
            ),
            ("f", .object(JSONObject(profileMembers))), ("m", .object(metadata)),
        ])
    }

    fileprivate init?(json: JSONValue) {
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
