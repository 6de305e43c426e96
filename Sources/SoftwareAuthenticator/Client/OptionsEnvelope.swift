// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Options as servers send them: plain, under `publicKey`, or under Auth0's `authn_params_public_key`.
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

/// Bytes that travel as unpadded base64url text.
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
    /// Where the decoding stopped, such as `user.id: not base64url`.
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
