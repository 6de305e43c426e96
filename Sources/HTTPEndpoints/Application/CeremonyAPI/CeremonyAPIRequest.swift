// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// A request to the plain ceremony API, which a page at the server's own origin sends for the client that the host
/// names.
struct CeremonyAPIRequest {
    let context: RequestContext
    let client: Client
    let ceremonies: CeremonyService

    fileprivate init(_ context: RequestContext) throws {
        guard let client = context.configuration.ceremonyClient(at: context.host.host) else {
            throw RequestFailure.pathUnknown
        }
        context.client = client
        self.context = context
        self.client = client
        ceremonies = try context.ceremonies(on: .ceremonyAPI)
    }

    var admissionRequest: AdmissionRequest { AdmissionRequest(client: client, host: context.host.host) }

    /// The session of the signed-in user, which is good for its client only.
    func session() async throws -> ActiveSession? {
        try await context.browser.apiSession().flatMap { $0.record.client == client.id ? $0 : nil }
    }

    /// Returns the session of the signed-in user.
    func requireSession() async throws -> ActiveSession {
        guard let session = try await session() else { throw RequestFailure.signInRequired }
        await BrowserSessions(accounts: context.services.accounts, host: context.host.host, kind: .ceremonyAPI)
            .recordVisit(of: session, lifetimes: context.configuration.tenant)
        return session
    }

    /// The session's user, for use cases around the account.
    func owner(of session: ActiveSession) -> AccountOwner {
        AccountOwner(.session(session), client: client, host: context.host.host, sender: context.sender)
    }

    /// Opens the ceremony that is the challenge in a response.
    func open(_ credential: PlainCredential) throws(SignInFailure) -> Ceremony {
        guard let challenge = credential.challenge else { throw .ceremony(.notSealedHere) }
        return try ceremonies.open(challenge: challenge, at: context.host.host)
    }

    /// The name of an account in responses: the identifier that the connection prefers.
    func userName(of user: User) -> String {
        let rules = context.configuration.connection(user.connection)?.identifiers ?? IdentifierRules()
        let kinds = rules.active + Identifier.Kind.allCases
        return kinds.lazy.compactMap { kind in user.identifiers.first { $0.kind == kind }?.value }.first ?? ""
    }
}

/// A signed-in user of the plain ceremony API.
struct CeremonyAPIUser {
    let api: CeremonyAPIRequest
    let owner: AccountOwner
}

extension Access where Caller == CeremonyAPIRequest {
    /// A page at the server's own origin.
    @inline(__always) static var ownPage: Access {
        Access(origin: .ownSite, failures: [403, 404], check: .head { try CeremonyAPIRequest($0) })
    }
}

extension Access where Caller == CeremonyAPIUser {
    /// The session of the API, on a page at the server's own origin.
    @inline(__always) static var signedInUser: Access {
        Access(
            origin: .ownSite, failures: [401, 403, 404],
            check: .head { context in
                let api = try CeremonyAPIRequest(context)
                let owner = api.owner(of: try await api.requireSession())
                context.user = owner.user
                try context.take(.myAccount, key: owner.user.rawValue)
                return CeremonyAPIUser(api: api, owner: owner)
            })
    }
}

// MARK: Failures

extension Dialect {
    static let ceremonyAPI = Dialect(
        format: .ceremonyAPI,
        translate: { error, context in
            (error as? SignInFailure).map { HTTPProblem(plain: $0, in: context) } ?? error
        })
}

extension HTTPProblem {
    /// The problem of a use case, with the messages that clients of this API know.
    init(plain failure: SignInFailure, in context: RequestContext) {
        self = context.problem(of: failure)
        if case .profile(let rule) = failure {
            // The user name is all that this API knows of a profile.
            members["field"] = nil
            description = rule.plainMessage(under: context.configuration.connection(nil)) ?? description
        }
        guard let message = failure.plainMessage else { return }
        description = message
        if status != 401, status != 404 { status = 400 }
    }
}

extension ProfileRejection {
    fileprivate func plainMessage(under connection: Connection?) -> String? {
        switch self {
        case .identifierMissing, .noIdentifier, .identifierNotAccepted, .identifierMalformed:
            let rules = connection?.identifiers ?? IdentifierRules()
            let kinds = rules.active.map { $0.explanation(under: rules) }
            return "Username must be \(kinds.joined(separator: " or "))"
        case .directionOverride: return "Display name must not override the direction of text"
        case .textTooLong, .tooMuchMetadata, .pictureNotSecure: return nil
        }
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

extension SignInFailure {
    fileprivate var plainMessage: String? {
        switch self {
        case .ceremony(.notSealedHere), .ceremony(.alreadyConsumed): "Challenge not found"
        case .ceremony(.expired): "Challenge expired"
        case .ceremony(.belongsElsewhere), .ceremony(.purposeMismatch),
            .response(.registration(.challengeMismatch)), .response(.authentication(.challengeMismatch)):
            "Challenge mismatch"
        case .response(.registration(.originNotAllowed)), .response(.authentication(.originNotAllowed)):
            "Origin mismatch"
        case .response(.registration(.userVerificationMissing)), .response(.registration(.userPresenceMissing)),
            .response(.authentication(.userVerificationMissing)), .response(.authentication(.userPresenceMissing)):
            "User verification failed"
        case .response(.authentication(.signatureInvalid)): "Signature verification failed"
        case .response(.credentialUnknown), .passkey(.unknown), .response(.identifierMismatch): "Credential not found"
        case .account(.exists): "Sign in first to add a passkey to this account"
        case .response(.registration), .response(.authentication), .response(.counterRegressed), .modifiedConcurrently:
            "Verification failed"
        case .account(.tokenRevoked), .account(.unknown): RequestFailure.signInRequired.description
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
