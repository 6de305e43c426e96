// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// A request to the plain ceremony API, which a page at the server's own origin sends for the client that the host
/// names.
struct CeremonyAPIRequest {
    let browser: BrowserRequest
    let client: Client
    let ceremonies: CeremonyService

    /// Rejects requests of other origins, and requests to hosts without the API.
    init(_ browser: BrowserRequest) throws(HTTPProblem) {
        let context = browser.context
        guard let client = context.configuration.ceremonyClient(at: context.host.host) else { throw .unknownPath }
        try browser.requireOwnOrigin()
        // Browsers say where every request comes from, even where they send no Origin, as with GET.
        guard ["same-origin", "none", nil].contains(context.field("Sec-Fetch-Site")) else { throw .originMismatch }
        context.client = client
        self.browser = browser
        self.client = client
        ceremonies = try context.ceremonies(browser.services, on: .ceremonyAPI)
    }

    var context: RequestContext { browser.context }
    var services: Services { browser.services }

    var admissionRequest: AdmissionRequest { AdmissionRequest(client: client, host: context.host.host) }

    var connection: Connection? { context.configuration.connection(nil) }

    /// The session of the signed-in user, which is good for its client only.
    func session() async throws(HTTPProblem) -> ActiveSession? {
        try await browser.apiSession().flatMap { $0.record.client == client.id ? $0 : nil }
    }

    /// Returns the session of the signed-in user.
    func requireSession() async throws(HTTPProblem) -> ActiveSession {
        guard let session = try await session() else { throw .signInRequired() }
        await BrowserSessions(accounts: services.accounts, host: context.host.host, kind: .ceremonyAPI).recordVisit(
            of: session, lifetimes: context.configuration.tenant)
        return session
    }

    /// The session's user, for use cases around the account.
    func owner(of session: ActiveSession) -> AccountOwner {
        AccountOwner(.session(session), client: client, host: context.host.host, sender: context.sender)
    }

    /// Opens the ceremony that is the challenge in a response.
    func open(_ credential: PlainCredential) throws(HTTPProblem) -> Ceremony {
        guard let challenge = credential.challenge else { throw HTTPProblem(plain: .ceremony(.notSealedHere)) }
        do throws(SignInFailure) {
            return try ceremonies.open(challenge: challenge, at: context.host.host)
        } catch {
            throw HTTPProblem(plain: error)
        }
    }

    /// The problem of a registration, whose user name is all that this API knows of a profile.
    func problem(of failure: SignInFailure) -> HTTPProblem {
        var problem = HTTPProblem(plain: failure)
        guard case .profile(let rule) = failure else { return problem }
        problem.members["field"] = nil
        switch rule {
        case .identifierMissing, .noIdentifier, .identifierNotAccepted, .identifierMalformed:
            let rules = connection?.identifiers ?? IdentifierRules()
            let kinds = rules.active.map { $0.explanation(under: rules) }
            problem.description = "Username must be \(kinds.joined(separator: " or "))"
        case .directionOverride: problem.description = "Display name must not override the direction of text"
        case .textTooLong, .tooMuchMetadata, .pictureNotSecure: break
        }
        return problem
    }

    /// The name of an account in responses: the identifier that the connection prefers.
    func userName(of user: User) -> String {
        let rules = context.configuration.connection(user.connection)?.identifiers ?? IdentifierRules()
        let kinds = rules.active + Identifier.Kind.allCases
        return kinds.lazy.compactMap { kind in user.identifiers.first { $0.kind == kind }?.value }.first ?? ""
    }
}

extension Identifier.Kind {
    fileprivate func explanation(under rules: IdentifierRules) -> String {
        switch self {
        case .email: "an email address"
        case .phoneNumber: "a phone number"
        case .username: "a name of at most \(rules.userName.length.upperBound) letters, digits and . _ -"
        }
    }
}

extension HTTPProblem {
    static let userNameRequired = HTTPProblem(
        400, error: "invalid_request", code: "request.username-missing", description: "Username required")

    static func plain(_ failure: SignInFailure) -> HTTPProblem { HTTPProblem(plain: failure) }

    /// The problem of a use case, with the messages that clients of this API know.
    init(plain failure: SignInFailure, relyingPartyID: String? = nil) {
        self.init(failure, relyingPartyID: relyingPartyID)
        guard let message = failure.plainMessage else { return }
        description = message
        if status != 401 { status = 400 }
    }
}

extension SignInFailure {
    fileprivate var plainMessage: String? {
        switch self {
        case .ceremony(.notSealedHere), .ceremony(.alreadyConsumed): "Challenge not found"
        case .ceremony(.expired): "Challenge expired"
        case .ceremony(.belongsElsewhere), .ceremony(.purposeMismatch),
            .registrationRejected(.challengeMismatch), .authenticationRejected(.challengeMismatch):
            "Challenge mismatch"
        case .registrationRejected(.originNotAllowed), .authenticationRejected(.originNotAllowed): "Origin mismatch"
        case .registrationRejected(.userVerificationMissing), .registrationRejected(.userPresenceMissing),
            .authenticationRejected(.userVerificationMissing), .authenticationRejected(.userPresenceMissing):
            "User verification failed"
        case .authenticationRejected(.signatureInvalid): "Signature verification failed"
        case .credentialUnknown, .passkeyUnknown, .identifierMismatch: "Credential not found"
        case .accountExists: "Sign in first to add a passkey to this account"
        case .registrationRejected, .authenticationRejected, .counterRegressed, .modifiedConcurrently:
            "Verification failed"
        case .tokenVoid, .accountUnknown: HTTPProblem.signInFirst
        default: nil
        }
    }
}

extension JSONValue {
    /// The options of a ceremony as clients of this API read them: binary members in standard base64 with padding.
    var inPaddedBase64: JSONValue {
        var options = objectValue ?? JSONObject()
        options["challenge"] = options["challenge"]?.repadded
        if var user = options["user"]?.objectValue {
            user["id"] = user["id"]?.repadded
            options["user"] = .object(user)
        }
        // These clients read the list even where it is empty.
        let list = options["rp"] == nil ? "allowCredentials" : "excludeCredentials"
        options[list] = .array(
            (options[list]?.arrayValue ?? []).map { descriptor in
                var members = descriptor.objectValue ?? JSONObject()
                members["id"] = members["id"]?.repadded
                return .object(members)
            })
        return .object(options)
    }

    private var repadded: JSONValue {
        stringValue.flatMap { Base64URL.decode($0) }.map { .string(Base64.encode($0)) } ?? self
    }
}
