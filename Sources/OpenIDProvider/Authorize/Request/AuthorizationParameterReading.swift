// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WireFormats

/// Reads the parameters whose errors are sent to the client.
struct AuthorizationParameterReading: Sendable {
    private static let maximumTextLength = 512
    private static let maximumStateLength = 2048
    private static let maximumListCount = 20

    let parameters: AuthorizationParameters
    let client: Client
    let configuration: ConfigurationSnapshot
    let issuer: Issuer

    // MARK: The kind of request

    /// Throws unless the request is for the code flow, in a form that the client may use.
    func checkKind(isPushed: Bool) throws(AuthorizationError) {
        if let name = parameters.repeatedName { throw .parameterRepeated(name) }
        _ = try text("state", upTo: Self.maximumStateLength)
        guard parameters["request"] == nil else { throw .requestNotSupported }
        guard parameters["request_uri"] == nil else { throw .requestURINotSupported }
        guard parameters["registration"] == nil else { throw .registrationNotSupported }
        guard parameters["login_ticket"] == nil else { throw .loginTicketNotPosted }
        guard isPushed || !client.requiresPushedRequests else { throw .pushedRequestRequired }
        guard let type = parameters["response_type"] else { throw .parameterMissing("response_type") }
        guard ExactText(type) == ExactText("code") else { throw .responseTypeNotSupported }
        guard client.grantTypes.contains(.authorizationCode) else { throw .grantTypeNotAllowed }
    }

    // MARK: The requested grant

    func readGrant(into request: inout AuthorizationRequest) throws(AuthorizationError) {
        request.challenge = try challenge()
        request.nonce = try text("nonce")
        if let thumbprint = try text("dpop_jkt") {
            guard let bytes = CodeChallenge.hash(thumbprint) else { throw .parameterMalformed("dpop_jkt") }
            request.boundKey = bytes
        }
        let granted = try granted()
        request.scope = granted.scope
        request.audience = granted.resourceServer?.identifier
        if let claims = parameters["claims"] {
            guard let claims = ClaimsRequest(parameter: claims) else { throw .parameterMalformed("claims") }
            request.claims = claims
        }
    }

    /// Public clients must use PKCE (RFC 9700, section 2.1.1).
    private func challenge() throws(AuthorizationError) -> String? {
        let method = parameters["code_challenge_method"]
        guard let text = parameters["code_challenge"] else {
            guard client.authentication.method != .none, !client.applicationType.isPublic, method == nil else {
                throw .challengeMissing
            }
            return nil
        }
        // Without a method, the challenge would be plain (RFC 7636, section 4.3).
        guard let method, ExactText(method) == ExactText(CodeChallenge.method) else {
            throw .challengeMethodNotSupported
        }
        guard CodeChallenge(text) != nil else { throw .challengeMalformed }
        return text
    }

    private func granted() throws(AuthorizationError) -> GrantedScope {
        let (audience, resource) = (parameters["audience"], parameters["resource"])
        if let audience, let resource, ExactText(audience) != ExactText(resource) {
            throw .parameterMalformed("resource")
        }
        let policy = ScopePolicy(configuration: configuration, issuer: issuer, client: client)
        do {
            return try policy.grant(
                ScopePolicy.Request(scope: parameters["scope"], audience: audience ?? resource, hasSession: true))
        } catch {
            switch error {
            case .audienceNotAllowed: throw .audienceNotAllowed
            default: throw .audienceUnknown
            }
        }
    }

    // MARK: The authentication

    func readAuthentication(into request: inout AuthorizationRequest) throws(AuthorizationError) {
        request.prompts = try prompts()
        request.maximumAge = try maximumAge()
        request.loginHint = try text("login_hint")
        request.contextClasses = try list("acr_values")
        let organization = try organization()
        request.organization = organization?.name
        guard let name = try text("connection") else { return }
        guard let connection = configuration.connection(name) else { throw .connectionUnknown }
        guard configuration.allows(client, in: connection),
            organization.map({ configuration.allows(connection, in: $0) }) ?? true
        else { throw .connectionNotAllowed }
        request.connection = connection.name
    }

    /// An unknown prompt is an error (Initiating User Registration 1.0, section 3).
    private func prompts() throws(AuthorizationError) -> Set<AuthorizationRequest.Prompt> {
        var prompts: Set<AuthorizationRequest.Prompt> = []
        for name in try list("prompt") {
            guard
                let prompt = AuthorizationRequest.Prompt.allCases.first(where: {
                    $0.rawValue.utf8.elementsEqual(name.utf8)
                })
            else { throw .parameterMalformed("prompt") }
            prompts.insert(prompt)
        }
        guard !prompts.contains(.none) || prompts.count == 1 else { throw .parameterMalformed("prompt") }
        return prompts
    }

    private func maximumAge() throws(AuthorizationError) -> Int64? {
        guard let text = parameters["max_age"] else { return nil }
        guard text.utf8.allSatisfy(\.isDigit), text.utf8.count <= 10, let seconds = Int64(text) else {
            throw .parameterMalformed("max_age")
        }
        return seconds
    }

    private func organization() throws(AuthorizationError) -> Organization? {
        guard let name = try text("organization") else {
            guard client.organizationUsage != .require else { throw .organizationMissing }
            return nil
        }
        guard client.organizationUsage != .deny else { throw .organizationNotAllowed }
        guard let organization = configuration.organization(name) else { throw .organizationUnknown }
        guard client.isFirstParty || organization.allowsThirdPartyClients else { throw .organizationNotAllowed }
        return organization
    }

    // MARK: The pages

    /// Unknown values are ignored, because they are only preferences.
    func readPresentation(into request: inout AuthorizationRequest) throws(AuthorizationError) {
        request.locales = (ScopeList(parameters["ui_locales"])?.names ?? []).prefix(Self.maximumListCount).filter {
            tag in
            (1...35).contains(tag.utf8.count) && tag.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
        }
        request.display = parameters["display"].flatMap(AuthorizationRequest.Display.init) ?? .page
        request.isSignUpPreferred = parameters["screen_hint"] == "signup"
    }

    // MARK: Bounds

    private func text(_ name: String, upTo limit: Int = maximumTextLength) throws(AuthorizationError) -> String? {
        guard let text = parameters[name] else { return nil }
        guard text.utf8.count <= limit else { throw .parameterMalformed(name) }
        return text
    }

    private func list(_ name: String) throws(AuthorizationError) -> [String] {
        let names = ScopeList(try text(name))?.names ?? []
        guard names.count <= Self.maximumListCount else { throw .parameterMalformed(name) }
        return names
    }
}
