// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import HTTPContract
package import IdentityModel
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

/// The passkey grant, which completes a sign-up or a sign-in.
package struct PasskeyGrant: Sendable {
    private let body: TokenBody
    /// The opened session; `nil` until it is needed.
    private var ceremony: Ceremony?

    init(_ body: TokenBody) {
        self.body = body
    }

    /// Opens the session to find out which client it was started for.
    mutating func clientOfSession(at host: String, with services: GrantServices) throws -> String? {
        guard let session = body.ceremonySession else { return nil }
        let opened = try open(session, at: host, with: services.ceremonies())
        ceremony = opened
        return opened.client
    }

    /// Has the response judged, and exchanges the sign-in for tokens. The scope is decided first, so that a request for
    /// a forbidden scope doesn't consume the ceremony.
    func tokens(for request: TokenRequest, with services: GrantServices) async throws -> GrantedTokens {
        guard let session = body.ceremonySession else { throw OAuthFailure.parameterMissing("auth_session") }
        guard let response = body.credentialResponse else { throw OAuthFailure.parameterMissing("authn_response") }
        var exchange = try SignInExchange(of: request)
        try exchange.offerTicket(for: body)
        let ceremonies = services.ceremonies()
        let ceremony = try open(session, at: request.provider.issuer.host, with: ceremonies)
        let submission = PasskeySignIn.Submission(
            ceremony: ceremony, response: response, client: request.client.client.id,
            identifier: body.loginHint.flatMap { $0.isEmpty ? nil : $0 },
            profile: try profile(for: ceremony, with: services), realm: body.realm, organization: body.organization,
            deviceCapability: body.deviceCapability, codes: Identifier.Kind.codes(body.verification),
            sender: request.sender)
        let signIn = try await PasskeySignIn(ceremonies: ceremonies).judge(
            submission, in: request.provider.configuration)
        return try await exchange.complete(signIn, with: services)
    }

    /// Reads what completes a sign-up that awaits identifiers, and counts them as other sign-ups' are when they begin.
    private func profile(
        for ceremony: Ceremony, with services: GrantServices
    ) throws -> SignUpProfile {
        guard case .signUp(let draft) = ceremony.purpose, draft.awaitsIdentifiers else { return SignUpProfile() }
        let profile = SignUpProfile(try body.signUpProfile())
        for key in profile.limitKeys {
            let status = services.limits.take(.account, key: key, at: services.uptime())
            guard status.isAllowed else { throw SignInFailure.limitExceeded(status) }
        }
        return profile
    }

    private func open(
        _ session: String, at host: String, with ceremonies: CeremonyService
    ) throws(SignInFailure) -> Ceremony {
        if let ceremony { return ceremony }
        return try ceremonies.open(session, at: host)
    }
}

extension Identifier.Kind {
    /// The name of what a code proves, in `verification` and `verification_required`.
    package var verificationName: String { self == .phoneNumber ? "phone" : rawValue }

    /// The codes of a sign-up by the kinds of addresses that they prove.
    package static func codes(_ texts: [String: String]) -> [Identifier.Kind: String] {
        allCases.reduce(into: [:]) { $0[$1] = texts[$1.verificationName] }
    }
}
