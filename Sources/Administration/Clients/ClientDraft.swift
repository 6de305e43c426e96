// SPDX-License-Identifier: Apache-2.0

package import Configuration
import Cryptography
package import WireFormats

/// An application as an administrator describes it.
package struct ClientDraft: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case spa, web, native

        fileprivate var applicationType: Client.ApplicationType {
            switch self {
            case .spa: .spa
            case .web: .regularWeb
            case .native: .native
            }
        }
    }

    package let name: String
    package let kind: Kind
    package let id: String
    /// The secret in plain text, which only an application with a server can keep.
    package let secret: String?
    /// The origins of its pages.
    package var origins: [String] = []
    /// Where the server's pages return to.
    package var callbacks: [String] = []
    package var mobile = MobileApplications()
    /// Whether its users sign in on another device, with a code.
    package var showsCode = false
    /// The audience of the API that the application calls.
    package var api: String?

    /// - Parameter id: The client ID; `nil` for one that is made from the name.
    package init(name: String, kind: Kind, id: String? = nil) {
        self.name = name
        self.kind = kind
        self.id = id ?? Self.id(for: name)
        secret = kind == .web ? Base64URL.encode(Randomness.bytes(32)) : nil
    }

    /// Makes an ID that people can distinguish from others. Its ending is random, so that an application that is added
    /// again doesn't get the tokens of an earlier one.
    private static func id(for name: String) -> String {
        let words = name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let letters = Array("23456789abcdefghjkmnpqrstuvwxyz")
        let ending = Randomness.bytes(8).map { letters[Int($0) % letters.count] }
        return (words + [Substring(String(ending))]).joined(separator: "-").suffix(60).drop { $0 == "-" }.description
    }

    /// The origins where its pages use passkeys. A page of its own has those of its callbacks if none is given.
    package var pageOrigins: [String] { kind == .spa && origins.isEmpty ? callbacks.webOrigins : origins }

    /// A page of its own asks for tokens with the address of its root.
    private var redirects: [String] {
        (callbacks + (kind == .spa ? origins.flatMap { [$0 + "/", $0] } : [])).distinct
    }
}

extension ClientDraft {
    /// Returns the client as JSON for a configuration file of the server at an origin.
    ///
    /// - Parameter scopes: Those of its API.
    package func json(at origin: WebOrigin, isLocal: Bool, scopes: [String] = []) -> JSONObject {
        var refreshToken: JSONObject = [
            "rotation_type": "rotating", "expiration_type": "expiring", "leeway": .number(JSONNumber(leeway)),
            "token_lifetime": 2_592_000, "idle_token_lifetime": 1_296_000,
        ]
        // Its refresh tokens are for the API, too, whatever was asked for at the sign-in.
        refreshToken["policies"] = api.map {
            [["audience": .string($0), "scope": .array(scopes.map(JSONValue.string))]]
        }
        var json: JSONObject = [
            "client_id": .string(id), "name": .string(name),
            "app_type": .string(kind.applicationType.rawValue),
            "token_endpoint_auth_method": .string(secret == nil ? "none" : "client_secret_post"),
            "grant_types": .array(grants.map { .string($0.rawValue) }), "refresh_token": .object(refreshToken),
        ]
        json["mobile"] = mobile.json.map(JSONValue.object)
        let callbacks = redirects + mobile.callbacks(at: origin)
        let lists = [("callbacks", callbacks), ("allowed_logout_urls", logoutURLs), ("web_origins", pageOrigins)]
        for (name, list) in lists { json[name] = list.isEmpty ? nil : .array(list.map(JSONValue.string)) }
        json["client_secret"] = secret.map(JSONValue.string)
        // On a developer's machine, a page on another port stays signed in after a reload.
        if isLocal, kind != .native { json["skip_non_verifiable_callback_uri_confirmation_prompt"] = true }
        return json
    }

    /// The system may suspend a native application between a request and its answer.
    private var leeway: Int64 { kind == .native ? Int64(RefreshTokenPolicy.nativeLeeway) : 10 }

    private var grants: [GrantType] {
        if showsCode, mobile.isEmpty, redirects.isEmpty { return [.deviceCode, .refreshToken] }
        let usual: [GrantType] = [.authorizationCode, .refreshToken]
        return usual + (kind == .web && origins.isEmpty ? [] : [.passkey]) + (showsCode ? [.deviceCode] : [])
    }

    private var logoutURLs: [String] {
        (pageOrigins + redirects.webOrigins).distinct.flatMap { [$0 + "/", $0] }
    }
}

extension [String] {
    /// The items without repetitions, in their order.
    fileprivate var distinct: [String] {
        reduce(into: []) { items, item in
            if !items.contains(item) { items.append(item) }
        }
    }

    /// The origins of the web addresses among the texts.
    fileprivate var webOrigins: [String] {
        compactMap { (try? AbsoluteURI($0))?.webOrigin }.distinct
    }
}
