// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import WireFormats

/// The bodies that applications send in the field, as the source of their SDKs makes them.
enum ClientBodies: String, CaseIterable, Sendable {
    /// Auth0.swift 3.1.0: no results of extensions, no transports.
    case swift
    /// Auth0.Android 3.18: the whole credential written anew, no scope, and further members at the start.
    case android
    /// auth0-spa-js 2.24.1 and auth0-auth-js.
    case spaJS = "spa-js"
    /// nextjs-auth0 4.27: null for what there is not.
    case nextJS = "nextjs"
    /// auth0-server-python: a hint for the user name, a secret in the body.
    case serverPython = "server-python"
    /// auth0-auth-js 1.7: forms, the answer as a text, metadata within the profile.
    case oldAuthJS = "auth-js 1.7"
    /// The first description of native passkeys.
    case firstDescription = "first description"

    /// How the application's client is registered.
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
        return .post("/passkey/register", body)
    }

    var challenge: Message {
        var body: JSONObject = ["client_id": .string(client)]
        body.members += secret.members
        switch self {
        case .serverPython: body["username"] = "ada@example.org"
        case .firstDescription: body["realm"] = "people"
        case .android: body["scope"] = "openid"
        case .oldAuthJS: return .form("/passkey/challenge", ["client_id": client])
        default: break
        }
        return .post("/passkey/challenge", body)
    }

    /// The request for tokens after either ceremony.
    func exchange(_ session: String, _ answer: JSONValue) -> Message {
        var body: JSONObject = [
            "grant_type": .string(TestClient.grant), "auth_session": .string(session), "authn_response": shaped(answer),
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
                [
                    "grant_type": TestClient.grant, "client_id": client, "auth_session": session,
                    "authn_response": String(decoding: shaped(answer).serialized(), as: UTF8.self),
                    "scope": "openid profile email",
                ])
        }
        let telemetry = #"{"name":"\#(rawValue)","version":"1.0.0"}"#
        return Message.post("/oauth/token", body).with("Auth0-Client", Base64URL.encode(Array(telemetry.utf8)))
    }

    /// The credential's answer as the application writes it.
    func shaped(_ answer: JSONValue) -> JSONValue {
        var top = answer.objectValue ?? JSONObject()
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

    /// Where its ceremonies come from.
    var origin: String {
        switch self {
        case .swift: "https://\(TestServer.relyingPartyID)"
        case .android: TestServerConfiguration.androidOrigin
        case .spaJS, .oldAuthJS, .firstDescription: TestServer.page
        case .nextJS, .serverPython: "https://\(TestServer.host)"
        }
    }
}
