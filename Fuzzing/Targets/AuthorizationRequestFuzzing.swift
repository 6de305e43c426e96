// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import OpenIDProvider
import WireFormats

extension FuzzTarget {
    /// The query or form of an authorization request. Responses go to registered redirect URIs only, and a public
    /// client never gets a request accepted without a challenge.
    static let authorizationRequest = FuzzTarget(
        name: "authorization-request", accepts: ["parameters", "a request", "an error for the client"]
    ) { bytes in
        guard let text = String(validating: bytes, as: UTF8.self),
            let parameters = AuthorizationHost.parameters(encoded: text)
        else { return }
        accepted("parameters")
        let request = AuthorizationHost.validate(parameters, from: .browser)
        let pushed = AuthorizationHost.validate(parameters, from: .pushed)
        guard let request else { return }
        accepted("a request")
        require(pushed == request, "a request that the browser may send may also be pushed")
        require(
            AuthorizationRequest(bytes: request.bytes[...]) == request, "a request survives the way through the browser"
        )
        require(
            request.challenge?.utf8.count == 43 || request.client == "backend", "a public client needs a challenge")
        require(request.hintedUser == nil, "a hint is accepted only if the server signed it")
        require(!request.isPrompted(.none) || request.prompts.count == 1, "prompt=none excludes every other prompt")
        let host = AuthorizationHost.configuration
        guard let client = host.client(request.client) else { fatalError("the client is configured") }
        let conditions = AuthorizationConditions(request: request, client: client, configuration: host)
        if case .error = AuthorizationStep.next(for: conditions, at: time) { return }
        require(!request.isPrompted(.none), "a silent request without a session leads to no page")
    }
}

/// The configuration of the authorization requests, and what holds of every response.
private enum AuthorizationHost {
    /// Returns the parameters, which survive being encoded again.
    static func parameters(encoded text: String) -> AuthorizationParameters? {
        let parameters: AuthorizationParameters
        do throws(AuthorizationPageError) {
            parameters = try AuthorizationParameters(encoded: text)
        } catch {
            requireExplained(code: error.code, explanation: error.description)
            return nil
        }
        let again = parameters.parameters.map {
            "\(PercentEncoding.encode($0.name.text))=\(PercentEncoding.encode($0.value.text))"
        }.joined(separator: "&")
        require((try? AuthorizationParameters(encoded: again)) == parameters, "parameters survive a round trip")
        require(parameters.parameters.allSatisfy { !$0.value.text.isEmpty }, "an empty value counts as absent")
        return parameters
    }

    static func validate(
        _ parameters: AuthorizationParameters, from source: AuthorizationValidation.Source
    ) -> AuthorizationRequest? {
        do throws(AuthorizationRejection) {
            let request = try validation.validate(parameters, from: source)
            requireRegistered(request.target)
            requireDelivery(of: .code("code"), to: request.target)
            return request
        } catch {
            requireSafe(error)
            return nil
        }
    }

    private static func requireSafe(_ rejection: AuthorizationRejection) {
        switch rejection {
        case .page(let error): requireExplained(code: error.code, explanation: error.description)
        case .response(let error, let target):
            accepted("an error for the client")
            requireExplained(code: error.code, explanation: error.description)
            requireRegistered(target)
            requireDelivery(of: .error(error), to: target)
        }
    }

    /// Of a loopback redirect URI, the port may differ from the registered one.
    private static func requireRegistered(_ target: ResponseTarget) {
        require(target.issuer == "https://login.example.com/", "a response names the issuer")
        let uri = target.redirectURI
        let isLoopback = uri.utf8.starts(with: "http://127.0.0.1:".utf8) && uri.hasSuffix("/cb")
        let port = uri.dropFirst("http://127.0.0.1:".utf8.count).dropLast("/cb".utf8.count)
        let isPort = isLoopback && UInt16(port).map { $0 > 0 && "\($0)" == port } == true
        require(callbacks.contains(uri) || isPort, "a response goes to a registered redirect URI")
        require(target.mode != .webMessage || uri == callbacks[0], "a message goes to a registered origin")
    }

    private static func requireDelivery(of response: AuthorizationResponse, to target: ResponseTarget) {
        switch response.delivery(to: target) {
        case .redirect(let url):
            require(url.utf8.starts(with: target.redirectURI.utf8), "a redirect goes to the redirect URI")
            require(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a redirect is visible ASCII")
        case .form(let action, let fields):
            require(action == target.redirectURI, "a form is posted to the redirect URI")
            require(fields.contains { $0.name == "iss" }, "a response names the issuer")
        case .message(let origin, _):
            require(origin == "https://app.example.com", "a message is for the origin of the redirect URI")
        }
    }

    private static let callbacks = ["https://app.example.com/callback", "http://127.0.0.1/cb", "com.example.app:/cb"]

    private static let validation: AuthorizationValidation = {
        let key = AEADKey.generate()
        let keys = HostKeys(
            host: "login.example.com", published: [], session: key, accessTokens: key, pages: key,
            sessionEpoch: "epoch", current: [:])
        let issuer = Issuer(
            host: "login.example.com", in: configuration,
            paths: ProviderPaths(token: "oauth/token", userInfo: "userinfo", keys: "jwks", revocation: "oauth/revoke"))
        return AuthorizationValidation(configuration: configuration, issuer: issuer, keys: keys)
    }()

    static let configuration: ConfigurationSnapshot = {
        let grants: JSONValue = ["authorization_code", "refresh_token"]
        let spa: JSONObject = [
            "client_id": "spa", "app_type": "spa", "token_endpoint_auth_method": "none", "grant_types": grants,
            "callbacks": .array(callbacks.map(JSONValue.string)), "web_origins": ["https://app.example.com"],
            "organization_usage": "allow",
        ]
        let backend: JSONObject = [
            "client_id": "backend", "app_type": "regular_web", "token_endpoint_auth_method": "client_secret_post",
            "grant_types": grants, "callbacks": [.string(callbacks[0])],
        ]
        let documents = [
            ConfigurationDocument(kind: .client, id: "spa", json: spa),
            ConfigurationDocument(kind: .client, id: "backend", json: backend),
            ConfigurationDocument(
                kind: .connection, id: "Users", json: ["name": "Users", "strategy": "auth0"]),
        ]
        guard let url = try? WebOrigin("https://login.example.com"),
            let configuration = try? ConfigurationSnapshot(documents: documents, url: url),
            configuration.clients.count == 2
        else { fatalError("the configuration is valid") }
        return configuration
    }()
}

extension FuzzTarget {
    /// The `claims` parameter. What has an effect survives the way through the browser.
    static let claimsRequest = FuzzTarget(
        name: "claims-request", accepts: ["claims", "an expected user", "an essential context class"]
    ) { bytes in
        guard let text = String(validating: bytes, as: UTF8.self), let claims = ClaimsRequest(parameter: text) else {
            return
        }
        require(ClaimsRequest(json: claims.json) == claims, "claims survive a round trip")
        require(claims.isEmpty == claims.json.isEmpty, "claims without an effect are empty")
        guard let json = (try? JSONReader.read(bytes))?.objectValue else { fatalError("claims are JSON") }
        for (part, names) in [("id_token", claims.idToken), ("userinfo", claims.userInfo)] where !names.isEmpty {
            accepted("claims")
            let members = json[part]?.objectValue
            require(names.allSatisfy { members?[$0] != nil }, "claims are those of the parameter")
        }
        if let subject = claims.subject {
            accepted("an expected user")
            let values = ["id_token", "userinfo"].compactMap { json[$0]?["sub"]?["value"]?.stringValue }
            require(values.contains(subject), "the user is a value for sub")
        }
        guard let classes = claims.essentialContextClasses else { return }
        accepted("an essential context class")
        require(!classes.isEmpty && classes.count <= 20, "the number of context classes is bounded")
    }
}
