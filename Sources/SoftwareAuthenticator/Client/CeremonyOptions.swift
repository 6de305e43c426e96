// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Options in the forms that servers send: plain, under `publicKey`, or under Auth0's `authn_params_public_key`.
struct OptionsEnvelope<Options: Decodable>: Decodable {
    let options: Options

    private enum Key: String, CodingKey {
        case publicKey
        case auth0 = "authn_params_public_key"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if container.contains(.publicKey) {
            options = try container.decode(Options.self, forKey: .publicKey)
        } else if container.contains(.auth0) {
            options = try container.decode(Options.self, forKey: .auth0)
        } else {
            options = try Options(from: decoder)
        }
    }

    static func read(_ json: [UInt8]) throws(AuthenticatorFailure) -> Options {
        do {
            return try JSONDecoder().decode(Self.self, from: Data(json)).options
        } catch let error as DecodingError {
            throw .optionsMalformed(error.place)
        } catch {
            throw .optionsMalformed("not JSON")
        }
    }
}

/// Bytes that are unpadded base64url in JSON.
struct Base64URLBytes: Decodable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let bytes = Base64Text.bytes(url: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not base64url")
        }
        self.bytes = bytes
    }
}

extension DecodingError {
    /// The place and the reason of the failure, such as `user.id: not base64url`.
    fileprivate var place: String {
        switch self {
        case .keyNotFound(let key, let context):
            (context.codingPath + [key]).map(\.stringValue).joined(separator: ".") + ": missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.map(\.stringValue).joined(separator: ".") + ": " + context.debugDescription
        @unknown default: "not JSON"
        }
    }
}

/// The members of PublicKeyCredentialCreationOptionsJSON that this client uses.
struct CreationOptions: Decodable {
    struct RelyingParty: Decodable { var id: String? }

    struct User: Decodable {
        let id: Base64URLBytes
        let name: String
        var displayName: String?
    }

    struct Parameter: Decodable {
        let type: String
        let alg: Int
    }

    struct Selection: Decodable {
        var authenticatorAttachment: String?
        var residentKey: String?
        var requireResidentKey: Bool?
        var userVerification: String?
    }

    let rp: RelyingParty
    let user: User
    let challenge: Base64URLBytes
    let pubKeyCredParams: [Parameter]
    var excludeCredentials: [CredentialDescriptor]?
    var authenticatorSelection: Selection?
    var attestation: String?
    var extensions: ExtensionInputs?

    /// The algorithms in the relying party's order. By WebAuthn §5.4, an empty list means ES256 and RS256.
    var algorithms: [KeyAlgorithm] {
        guard !pubKeyCredParams.isEmpty else { return [.es256, .rs256] }
        return pubKeyCredParams.filter { $0.type == "public-key" }.map { KeyAlgorithm(rawValue: $0.alg) }
    }

    /// The value of `residentKey`, or of the older `requireResidentKey`.
    var residentKey: String {
        authenticatorSelection?.residentKey
            ?? (authenticatorSelection?.requireResidentKey == true ? "required" : "discouraged")
    }
}

/// PublicKeyCredentialDescriptorJSON.
struct CredentialDescriptor: Decodable {
    let id: Base64URLBytes
    var type: String?
}

/// The members of PublicKeyCredentialRequestOptionsJSON that this client uses.
struct RequestOptions: Decodable {
    let challenge: Base64URLBytes
    var rpId: String?
    var allowCredentials: [CredentialDescriptor]?
    var userVerification: String?
    var extensions: ExtensionInputs?
}

/// The extensions that this client supports. Others are ignored, as WebAuthn §9 requires.
struct ExtensionInputs: Decodable {
    struct PRF: Decodable {
        struct Salts: Decodable {
            let first: Base64URLBytes
            var second: Base64URLBytes?
        }
        var eval: Salts?
        /// By credential id in base64url.
        var evalByCredential: [String: Salts]?
    }

    struct LargeBlob: Decodable {
        var support: String?
        var read: Bool?
        var write: Base64URLBytes?
    }

    var prf: PRF?
    var largeBlob: LargeBlob?
    var credProps: Bool?
    var credentialProtectionPolicy: String?
    var appid: String?
    var appidExclude: String?
}
