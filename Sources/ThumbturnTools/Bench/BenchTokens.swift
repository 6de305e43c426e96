// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import WireFormats

/// The algorithms that sign ID tokens and access tokens during a benchmark.
enum BenchTokens: String, CaseIterable, Sendable {
    case es256
    /// Only the ID token is RS256, which most libraries expect.
    case rs256ID = "rs256-id"
    case rs256

    /// The path of the redirect URI, on the server itself. No request is sent there.
    static let callbackPath = "/callback"

    var idToken: TokenAlgorithm { self == .es256 ? .es256 : .rs256 }
    var accessToken: TokenAlgorithm { self == .rs256 ? .rs256 : .es256 }

    /// Returns the default configuration with these algorithms.
    /// - Parameter hasPasswords: Whether the connection has passwords, and the clients their grants.
    func configuration(for url: WebOrigin, hasPasswords: Bool = false) throws(ValueRejection) -> JSONObject {
        var json = try DefaultConfiguration(url: url).json
        if hasPasswords {
            var options = json["connections"]?.arrayValue?.first?["options"]?.objectValue ?? JSONObject()
            options["authentication_methods"] = ["passkey": ["enabled": true], "password": ["enabled": true]]
            json["connections"] = Self.with(["options": .object(options)], in: json["connections"])
            let grants = GrantType.offered.map { JSONValue.string($0.rawValue) }
            json["clients"] = Self.with(["grant_types": .array(grants)], in: json["clients"])
        }
        json["clients"] = Self.with(
            [
                "jwt_configuration": ["alg": .string(idToken.rawValue)],
                "callbacks": [.string("\(url)\(Self.callbackPath)")],
            ], in: json["clients"])
        json["resource_servers"] = Self.with(
            ["signing_alg": .string(accessToken.rawValue)], in: json["resource_servers"])
        return json
    }

    private static func with(_ members: JSONObject, in list: JSONValue?) -> JSONValue {
        .array(
            (list?.arrayValue ?? []).map { value in
                var object = value.objectValue ?? JSONObject()
                for member in members.members { object[member.name] = member.value }
                return .object(object)
            })
    }
}

/// The algorithms of the tokens in a token response.
struct IssuedAlgorithms: Hashable, Sendable {
    /// `nil` if there is no ID token.
    var idToken: TokenAlgorithm?
    /// `nil` if the token is opaque.
    var accessToken: TokenAlgorithm?

    init() {}

    init(_ tokens: TokenAnswer) {
        idToken = tokens.idToken.flatMap(Self.algorithm)
        accessToken = Self.algorithm(tokens.accessToken)
    }

    /// One algorithm per signed token.
    var signatures: [TokenAlgorithm] { [idToken, accessToken].compactMap(\.self) }

    /// The matching value of `--tokens`, if there is one.
    var tokens: BenchTokens? {
        switch (idToken, accessToken) {
        case (.es256, .es256), (.es256, nil): .es256
        case (.rs256, .es256), (.rs256, nil): .rs256ID
        case (.rs256, .rs256): .rs256
        default: nil
        }
    }

    /// Returns the algorithm in a JWT header, or `nil` unless the token is a JWT.
    private static func algorithm(_ token: String) -> TokenAlgorithm? {
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]),
            let name = (try? JSONReader.read(header))?["alg"]?.stringValue
        else { return nil }
        return TokenAlgorithm(rawValue: name)
    }
}
