// SPDX-License-Identifier: Apache-2.0

/// The client data of both ceremonies: type, challenge and origin.
struct ClientData {
    enum Kind: String {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    let kind: Kind
    let challenge: String
    let origin: String
    var members: [(name: String, value: JSONText)]

    init(kind: Kind, challenge: [UInt8], origin: String, settings: CeremonySettings) {
        self.kind = kind
        self.origin = origin
        self.challenge = Base64Text.url(challenge)
        members = [
            ("type", .string(kind.rawValue)), ("challenge", .string(self.challenge)), ("origin", .string(origin)),
        ]
        if settings.client == .browser || settings.crossOrigin {
            members.append(("crossOrigin", .bool(settings.crossOrigin)))
        }
        if settings.crossOrigin, let topOrigin = settings.topOrigin {
            members.append(("topOrigin", .string(topOrigin)))
        }
    }

    subscript(name: String) -> JSONText? {
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

    var json: [UInt8] { JSONText.object(members).utf8 }
}
