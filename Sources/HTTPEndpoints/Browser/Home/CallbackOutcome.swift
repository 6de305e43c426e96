// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// The response to an authorization request that came to the server's first page, which is the redirect URI of the
/// default client.
///
/// Its parameters are anyone's. Only a local server shows any of them: codes that it has issued, and errors in its own
/// words.
struct CallbackOutcome {
    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    /// Returns the page of a response, or `nil` for any other request.
    func page() async throws -> CallbackPage? {
        guard let parameters = try? QueryParameters(context.request.query) else { return nil }
        if let error = parameters["error"] {
            return CallbackPage(failure(error, description: parameters["error_description"]) ?? .unknown)
        }
        guard let code = parameters["code"] else { return nil }
        return CallbackPage(try await found(code, issuer: parameters["iss"]).map { .code($0) } ?? .unknown)
    }

    /// Returns a failure that this server can have described like this. Some descriptions name a parameter of the
    /// request.
    private func failure(_ error: String, description: String?) -> CallbackPage.Outcome? {
        guard context.configuration.url.isLoopback, let description, description.utf8.count <= 200 else { return nil }
        let named = description.split(separator: " ").map(String.init).flatMap { word in
            [AuthorizationError.parameterMissing(word), .parameterMalformed(word), .parameterRepeated(word)]
        }
        let isOwn = (AuthorizationError.examples + named).contains {
            $0.error == error && ExactText($0.description) == ExactText(description)
        }
        return isOwn ? .failure(error: error, description: description) : nil
    }

    /// Finds a code that a local server has issued for this page, and that can still be exchanged.
    private func found(_ code: String, issuer: String?) async throws -> CallbackPage.Code? {
        guard context.configuration.url.isLoopback, issuer.map({ $0 == context.issuer.url }) ?? true,
            let hash = AuthorizationCode.key(of: code)
        else { return nil }
        let stored = try await browser.services.storage.read { try $0.authorizationCodes.find(by: hash) }
        guard let stored, stored.use == nil, stored.expiresAt > browser.services.expiryTime,
            stored.grant.host == context.host.host, stored.grant.redirectURI == context.issuer.url,
            let client = context.configuration.client(stored.grant.client)
        else { return nil }
        var shown = CallbackPage.Code(code, clientName: client.name)
        if let session = try await browser.session(), session.user.id == stored.grant.user {
            shown.accountName = session.user.displayedName
        }
        let isSample = stored.grant.challenge.flatMap(CodeChallenge.init)?.verify(verifier: SampleRequest.verifier)
        shown.lacksVerifier = isSample != true
        shown.exchange = exchange(
            of: code, for: client, verifier: shown.lacksVerifier ? "VERIFIER" : SampleRequest.verifier)
        return shown
    }

    /// The command that exchanges a code. Nothing in its values means anything to a shell.
    private func exchange(of code: String, for client: Client, verifier: String) -> String? {
        guard client.authentication.method == .none, client.id.utf8.allSatisfy(Self.isPlain) else { return nil }
        let fields = [
            ("grant_type", "authorization_code"), ("client_id", client.id), ("redirect_uri", context.issuer.url),
            ("code_verifier", verifier), ("code", code),
        ]
        let options = fields.map { name, value in " \\\n  -d \(name)=\(value)" }
        return "curl \(context.issuer.url)oauth/token" + options.joined()
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte.isAlphanumeric || "-._".utf8.contains(byte) }
}

/// The request for authorization that the owner of a local server can try.
enum SampleRequest {
    /// Everyone knows it, which is no risk on one's own machine: the code goes to the server's own page.
    static let verifier = "everyone-knows-this-verifier-of-the-sample-request"

    /// Returns the link, if the server is local and the default client's codes go to its first page.
    static func link(in context: RequestContext) -> PageLink? {
        let (configuration, url) = (context.configuration, context.issuer.url)
        guard configuration.url.isLoopback, let client = configuration.client(DefaultConfiguration.webClient),
            client.callbacks.contains(where: { $0.text == url })
        else { return nil }
        let challenge = Base64URL.encode(DigestAlgorithm.sha256.hash([UInt8](verifier.utf8)))
        return PageLink(
            .authorization,
            parameters: [
                ("client_id", client.id), ("response_type", "code"), ("redirect_uri", url),
                ("scope", "openid profile email"), ("prompt", "login"), ("state", "sample"),
                ("code_challenge", challenge), ("code_challenge_method", "S256"),
            ])
    }
}
