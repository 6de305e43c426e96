// SPDX-License-Identifier: Apache-2.0

import ClientContract
import CryptoKit
import Foundation
import WireFormats

/// A request for a code, with what ties the response to it: a state, a nonce and the verifier of PKCE (RFC 7636).
struct AuthorizationRequest: Sendable {
    let redirectURI: String
    let nonce = Self.random()
    private let state = Self.random()
    private let verifier = Self.random()

    init(redirectURI: String) {
        self.redirectURI = redirectURI
    }

    func url(for signIn: BrowserSignIn, in context: ClientContext, key: ProofKey?) -> URL? {
        let options = context.options
        let challenge = Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8))))
        var parameters: [(String, String?)] = [
            ("response_type", "code"), ("client_id", context.clientID), ("redirect_uri", redirectURI),
            ("scope", options.scope), ("audience", options.audience), ("organization", options.organization),
            ("connection", signIn.connection), ("login_hint", signIn.loginHint),
            ("screen_hint", signIn.signsUp ? "signup" : nil), ("state", state), ("nonce", nonce),
            ("code_challenge", challenge), ("code_challenge_method", "S256"), ("dpop_jkt", key?.thumbprint),
        ]
        let own = Set(parameters.map(\.0))
        parameters += signIn.parameters.filter { !own.contains($0.key) }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
        let query = parameters.compactMap { name, value in
            value.map { "\(PercentEncoding.encode(name))=\(PercentEncoding.encode($0))" }
        }
        return URL(string: "\(context.url)/authorize?\(query.joined(separator: "&"))")
    }

    /// Returns the body that exchanges the code in a callback.
    func body(for callback: URL, in context: ClientContext) throws(PasskeyError) -> TokenBody {
        let parameters = Self.parameters(of: callback.absoluteString)
        // A program that can open the callback must not be able to end this sign-in with a code of its own.
        guard parameters["state"] == state else { throw .unexpectedResponse }
        if let error = parameters["error"] {
            guard error != "access_denied" else { throw .canceled }
            let message = parameters["error_description"] ?? "The server rejected the request."
            throw .server(code: error, message: message, reference: parameters["reference"])
        }
        guard let code = parameters["code"] else { throw .unexpectedResponse }
        if let issuer = parameters["iss"], issuer != context.issuer { throw .unexpectedResponse }
        return TokenBody(
            client: context.client, grantType: "authorization_code", code: code, redirectURI: redirectURI,
            codeVerifier: verifier)
    }

    private static func parameters(of url: String) -> [String: String] {
        let query = url.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let pairs = URLEncodedPairs.read(String(query), plusIsBlank: true, limit: 100) ?? []
        return Dictionary(pairs) { $1 }
    }

    private static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
}
