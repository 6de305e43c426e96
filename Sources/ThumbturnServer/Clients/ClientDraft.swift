// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import Cryptography
import WireFormats

/// An application as the command line describes it.
struct ClientDraft: Sendable {
    /// The types on the command line.
    enum Kind: String, CaseIterable, Sendable {
        case spa, web, native

        fileprivate var applicationType: Client.ApplicationType {
            switch self {
            case .spa: .spa
            case .web: .regularWeb
            case .native: .native
            }
        }
    }

    let name: String
    let kind: Kind
    let id: String
    /// The secret in plain text, which only an application with a server can keep.
    let secret: String?
    private let origins: [String]
    private let callbacks: [String]
    private let mobile: MobileApplications
    /// Whether its users sign in on another device, with a code.
    private let showsCode: Bool
    /// Whether callbacks were given, and not only made from origins.
    let hasOwnCallbacks: Bool
    /// The audience of the API that the application calls.
    let api: String?

    init(_ arguments: CommandArguments) throws(CommandFailure) {
        guard let name = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed(
                "clients add takes one NAME, in quotation marks if it has spaces. See thumbturn help clients add.")
        }
        let mobile = try MobileApplications(arguments)
        showsCode = arguments.contains("--device")
        let written: Kind? = try arguments.word("--type")
        guard let kind = written ?? (mobile.isEmpty && !showsCode ? nil : .native) else {
            throw .malformed("clients add needs --type spa, web or native. See thumbturn help clients add.")
        }
        guard (mobile.isEmpty && !showsCode) || kind == .native else {
            throw .malformed("--ios, --android and --device are for --type native. See thumbturn help clients add.")
        }
        self.name = name
        self.kind = kind
        id = arguments.value("--id") ?? Self.id(for: name)
        secret = kind == .web ? Base64URL.encode(Randomness.bytes(32)) : nil
        // A trailing slash is common and harmless.
        let origins = arguments.allValues("--origin").map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        let callbacks = arguments.allValues("--callback")
        // A page of its own asks for tokens with the address of its root.
        let own = kind == .spa ? origins.flatMap { [$0 + "/", $0] } : []
        self.origins = kind == .spa && origins.isEmpty ? callbacks.webOrigins : origins
        self.callbacks = (callbacks + own).distinct
        self.mobile = mobile
        hasOwnCallbacks = !callbacks.isEmpty
        api = arguments.value("--api")
        if let missing = kind.missing(origins: self.origins, callbacks: callbacks), mobile.isEmpty, !showsCode {
            throw .malformed(missing)
        }
    }

    /// Returns the client as JSON for a configuration file of the server at an origin.
    /// - Parameter scopes: Those of its API.
    func json(at origin: WebOrigin, isLocal: Bool, scopes: [String] = []) -> JSONObject {
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
        let callbacks = callbacks + mobile.callbacks(at: origin)
        for (name, list) in [("callbacks", callbacks), ("allowed_logout_urls", logoutURLs), ("web_origins", origins)] {
            json[name] = list.isEmpty ? nil : .array(list.map(JSONValue.string))
        }
        json["client_secret"] = secret.map(JSONValue.string)
        // On a developer's machine, a page on another port stays signed in after a reload.
        if isLocal, kind != .native { json["skip_non_verifiable_callback_uri_confirmation_prompt"] = true }
        return json
    }

    /// The system may suspend a native application between a request and its answer.
    private var leeway: Int64 { kind == .native ? Int64(RefreshTokenPolicy.nativeLeeway) : 10 }

    private var grants: [GrantType] {
        if showsCode, mobile.isEmpty, callbacks.isEmpty { return [.deviceCode, .refreshToken] }
        let usual: [GrantType] = [.authorizationCode, .refreshToken]
        return usual + (kind == .web && origins.isEmpty ? [] : [.passkey]) + (showsCode ? [.deviceCode] : [])
    }

    private var logoutURLs: [String] {
        (origins + callbacks.webOrigins).distinct.flatMap { [$0 + "/", $0] }
    }

    /// Makes an ID that people can distinguish from others. Its ending is random, so that an application that is added
    /// again doesn't get the tokens of an earlier one.
    private static func id(for name: String) -> String {
        let words = name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let letters = Array("23456789abcdefghjkmnpqrstuvwxyz")
        let ending = Randomness.bytes(8).map { letters[Int($0) % letters.count] }
        return (words + [Substring(String(ending))]).joined(separator: "-").suffix(60).drop { $0 == "-" }.description
    }
}

extension ClientDraft.Kind {
    /// Returns what is missing for a client of this kind, or `nil`.
    fileprivate func missing(origins: [String], callbacks: [String]) -> String? {
        switch self {
        case .spa where origins.isEmpty:
            "A client of the type spa needs --origin URL, the origin of its pages, such as http://localhost:5173."
        case .web where callbacks.isEmpty:
            "A client of the type web needs --callback URL, where the server's pages return to."
        case .native where callbacks.isEmpty:
            "A client of the type native needs --ios TEAM.BUNDLE, such as ABCDE12345.com.example.notes, or --android "
                + "PACKAGE=SHA256 for passkeys in an app, or --device for one that shows a code, or --callback URI, where the "
                + "server's pages return to."
        default: nil
        }
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
