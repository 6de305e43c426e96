// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import WireFormats

/// The bodies that applications send, as the source code of their SDKs builds them.
enum ClientBodies: String, CaseIterable, Sendable {
    /// Auth0.swift 3.1.0: no results of extensions, no transports.
    case swift
    /// Auth0.Android 3.18: the whole credential serialized again, no scope, and additional members at the start.
    case android
    /// auth0-spa-js 2.24.1 and auth0-auth-js.
    case spaJS = "spa-js"
    /// nextjs-auth0 4.27: null for missing members.
    case nextJS = "nextjs"
    /// auth0-server-python: a username hint, and a secret in the body.
    case serverPython = "server-python"
    /// auth0-auth-js 1.7: forms, the response as a string, metadata within the profile.
    case oldAuthJS = "auth-js 1.7"
    /// The first description of native passkeys.
    case firstDescription = "first description"

    /// The ID of the application's client.
    var client: String {
        switch self {
        case .swift, .android: "native"
        case .spaJS, .oldAuthJS, .firstDescription: "spa"
        case .nextJS, .serverPython: "post"
        }
    }

    private var secret: JSONObject {
        client == "post" ? ["client_secret": .string(TestServerConfiguration.secret)] : [:]
    }

    func registration(_ email: String) -> Message {
        var body: JSONObject = ["client_id": .string(client)]
        body.members += secret.members
        switch self {
        case .swift, .spaJS, .serverPython:
            body["user_profile"] = ["email": .string(email), "name": "Ada"]
            body["user_metadata"] = ["plan": "free"]
            body["realm"] = "people"
        case .android:
            body["user_profile"] = ["email": .string(email)]
            body.members += (["scope": "openid", "audience": "https://api.brand1.test/"] as JSONObject).members
        case .nextJS: body["user_profile"] = ["email": .string(email)]
        case .oldAuthJS: body["user_profile"] = ["email": .string(email), "user_metadata": ["plan": "free"]]
        case .firstDescription: body["user_identifier"] = ["email": .string(email), "name": "Ada"]
        }
        return .post("/passkey/register", json: body)
    }

    var challenge: Message {
        var body: JSONObject = ["client_id": .string(client)]
        body.members += secret.members
        switch self {
        case .serverPython: body["username"] = "ada@example.org"
        case .firstDescription: body["realm"] = "people"
        case .android: body["scope"] = "openid"
        case .oldAuthJS: return .form("/passkey/challenge", parameters: ["client_id": client])
        default: break
        }
        return .post("/passkey/challenge", json: body)
    }

    /// The token request after either ceremony.
    func tokenRequest(_ session: String, response result: JSONValue) -> Message {
        var body: JSONObject = [
            "grant_type": .string(TestClient.grant), "auth_session": .string(session), "authn_response": shaped(result),
        ]
        if self != .firstDescription { body["client_id"] = .string(client) }
        body.members += secret.members
        switch self {
        case .swift:
            body["scope"] = "openid profile email offline_access"
            body["realm"] = "people"
        case .spaJS, .nextJS, .serverPython: body["scope"] = "openid profile email offline_access"
        case .android, .firstDescription: break
        case .oldAuthJS:
            return .form(
                "/oauth/token",
                parameters: [
                    "grant_type": TestClient.grant, "client_id": client, "auth_session": session,
                    "authn_response": String(decoding: shaped(result).serialized(), as: UTF8.self),
                    "scope": "openid profile email",
                ])
        }
        let telemetry = #"{"name":"\#(rawValue)","version":"1.0.0"}"#
        return Message.post("/oauth/token", json: body).setting(
            "Auth0-Client", to: Base64URL.encode(Array(telemetry.utf8)))
    }

    /// The credential's response as the application sends it.
    func shaped(_ result: JSONValue) -> JSONValue {
        var top = result.objectValue ?? JSONObject()
        var response = top["response"]?.objectValue ?? JSONObject()
        let isSignUp = response["attestationObject"] != nil
        var kept =
            isSignUp
            ? ["clientDataJSON", "attestationObject"]
            : ["clientDataJSON", "authenticatorData", "signature", "userHandle"]
        switch self {
        case .android: kept += ["transports", "authenticatorData"]
        case .nextJS:
            top["authenticatorAttachment"] = .null
            if !isSignUp { response["userHandle"] = response["userHandle"] ?? .null }
            top["clientExtensionResults"] = [:]
        default: break
        }
        response.members.removeAll { !kept.contains($0.name) }
        top["response"] = .object(response)
        if self == .swift || self == .firstDescription { top["clientExtensionResults"] = nil }
        if self == .android { top["clientExtensionResults"] = ["credProps": ["rk": true]] }
        return .object(top)
    }

    /// The origin of its ceremonies.
    var origin: String {
        switch self {
        case .swift: "https://\(TestServer.relyingPartyID)"
        case .android: TestServerConfiguration.androidOrigin
        case .spaJS, .oldAuthJS, .firstDescription: TestServer.page
        case .nextJS, .serverPython: "https://\(TestServer.host)"
        }
    }
}
