// SPDX-License-Identifier: Apache-2.0

import ClientContract
package import WebAuthnMessages
package import WireFormats

/// `POST /api/auth/register/options`.
package struct RegistrationOptionsBody: RequestBody {
    package let username: String?
    package let displayName: String?

    package init(_ body: JSONObject) {
        username = body.text("username")
        displayName = body.text("displayName")
    }

    package static let shape = Shape.object([
        CeremonyAPIBody.username,
        .optional("displayName", as: .string(StringRule(length: 0...300, alphabet: .withoutControls))),
    ])
}

/// `POST /api/auth/register/verify`.
package struct RegistrationVerificationBody: RequestBody {
    package let username: String?
    package let credential: PlainCredential
    /// The codes that prove the addresses of a new account, by what they prove.
    package let verification: [String: String]

    package init(_ body: JSONObject) {
        username = body.text("username")
        credential = PlainCredential(body["credential"]?.objectValue ?? JSONObject())
        verification = (body["verification"]?.objectValue?.members ?? []).reduce(into: [:]) {
            $0[$1.name] = $1.value.stringValue
        }
    }

    package static let byteLimit = CeremonyAPIBody.byteLimit
    package static let shape = Shape.object([
        CeremonyAPIBody.username,
        .required("credential", as: .anyObject, description: "The new credential, in base64 or base64url."),
        .optional(
            "verification", as: TokenBody.verificationShape,
            description: "The codes that prove the addresses of a new account, as verification_required says."),
    ])
}

/// `POST /api/auth/authenticate/verify`.
package struct AuthenticationVerificationBody: RequestBody {
    package let username: String?
    package let assertion: PlainCredential

    package init(_ body: JSONObject) {
        username = body.text("username")
        assertion = PlainCredential(body["assertion"]?.objectValue ?? JSONObject())
    }

    package static let byteLimit = CeremonyAPIBody.byteLimit
    package static let shape = Shape.object([
        CeremonyAPIBody.username,
        .required("assertion", as: .anyObject, description: "The credential's response, in base64 or base64url."),
    ])
}

/// `PATCH /api/auth/passkeys/{id}`.
package struct PasskeyNameBody: RequestBody {
    package let name: String?

    package init(_ body: JSONObject) {
        name = body.text("name")
    }

    package static let shape = Shape.object([
        .optional("name", as: .string(StringRule(length: 0...1000)), description: "The new name; none removes it.")
    ])
}

/// The parts that the bodies of the plain ceremony API share.
private enum CeremonyAPIBody {
    static let byteLimit = 256 << 10

    static let username = Member.optional(
        "username", as: .string(StringRule(length: 0...320, alphabet: .withoutControls)),
        description: "An identifier of the account: an email address, a user name or a phone number.")
}

/// A credential's response as the plain ceremony API takes it: binary members in either alphabet of base64, with or
/// without padding.
package struct PlainCredential: Sendable {
    package let response: CredentialResponse
    /// The ID as the client wrote it, which responses repeat.
    package let id: String?
    /// The challenge in the client data; `nil` if there is none.
    package let challenge: Challenge?

    package init(_ object: JSONObject) {
        id = object["id"]?.stringValue
        let members = Self.inBase64URL(object, but: ["response", "type"])
        response = CredentialResponse(members)
        let clientData = members["response"]?["clientDataJSON"]?.stringValue.flatMap { Base64URL.decode($0) }
        challenge = clientData.flatMap(Self.challenge)
    }

    private static func challenge(in clientData: [UInt8]) -> Challenge? {
        guard let text = (try? JSONReader.read(clientData))?["challenge"]?.stringValue else { return nil }
        return Base64URL.decode(text).flatMap { Challenge($0) }
    }

    private static func inBase64URL(_ object: JSONObject, but others: [String] = []) -> JSONObject {
        JSONObject(
            object.members.map { member in
                if member.name == "response", let response = member.value.objectValue {
                    return ("response", .object(inBase64URL(response)))
                }
                guard !others.contains(member.name), let text = member.value.stringValue else {
                    return (member.name, member.value)
                }
                return (member.name, .string(inBase64URL(text)))
            })
    }

    private static func inBase64URL(_ text: String) -> String {
        let symbols = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        let padding = symbols.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return String(decoding: symbols.dropLast(padding), as: UTF8.self)
    }
}
