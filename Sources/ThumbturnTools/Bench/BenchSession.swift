// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import SoftwareAuthenticator
import WebAuthnMessages
import WireFormats

/// The parameters that all connections of a measurement share.
struct BenchPlan: Sendable {
    enum Work: Hashable, Sendable {
        case scenario(BenchScenario)
        /// Serves as a baseline: a small JSON document that passes through the whole pipeline without storage or
        /// cryptography.
        case document
        /// A wrong password, of a user or of a name that nobody has.
        case guess
    }

    var work: Work
    let url: WebOrigin
    let client: String
    /// `nil` to request access tokens for `/userinfo` only.
    let audience: String?
    let scope: String
    let users: Int
    var connections: Int
    /// How many operations begin per second on all connections; `nil` for as many as the server can do.
    var rate: Double?
    let keys: BenchKeys
    /// A unique prefix for the email addresses of new users.
    let run: String

    func get(_ path: String, token: String? = nil) -> [UInt8] {
        get(path, fields: token.map { "Authorization: Bearer \($0)\r\n" } ?? "")
    }

    func get(_ target: String, fields: String) -> [UInt8] {
        Array("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n".utf8)
    }

    func post(_ path: String, body: String, fields: String) -> [UInt8] {
        post(path, body: Array(body.utf8), fields: fields)
    }

    func post(_ request: APIRequest<some Any>) -> [UInt8] {
        post(request.path, body: JSONValue.object(request.body ?? JSONObject()).serialized())
    }

    private func post(_ target: String, body: [UInt8], fields: String = "") -> [UInt8] {
        let head = """
            POST \(target) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/json\r\n\(fields)\
            Content-Length: \(body.count)\r\n\r\n
            """
        return Array(head.utf8) + body
    }

    func device(of user: BenchUser) -> SoftwareAuthenticator {
        SoftwareAuthenticator(
            profile: .iCloudKeychain, holding: keys[user], id: user.credentialID, relyingPartyID: url.host,
            userHandle: user.handle)
    }

    private var host: String { url.hostField }
}

extension WebOrigin {
    /// The value of the field `Host` in requests.
    var hostField: String { host + (port.map { ":\($0)" } ?? "") }
}

/// The client state of one connection. It decides which request comes next; an operation is one request or two.
struct BenchSession {
    enum Step {
        case send([UInt8])
        /// The operation succeeded.
        case done
        /// The session has the token that its operations need.
        case prepared
    }

    private enum Stage {
        case challenge(BenchUser)
        case registration(SoftwareAuthenticator)
        case token
        case plainResponse(String)
        case guess
        case browser
    }

    private let plan: BenchPlan
    private let index: Int
    private let client: ClientParameters
    /// The same for every operation.
    private let challengeRequest: [UInt8]
    private var stage = Stage.token
    private var isPreparing = false
    private var accessToken: String?
    private var refreshToken: String?
    private var browser: BenchBrowser
    private var signUps = 0
    /// The algorithms of the first tokens that an operation returned, or of those that it needed.
    private(set) var algorithms = IssuedAlgorithms()
    private var isObserved = false

    init(_ plan: BenchPlan, index: Int) {
        self.plan = plan
        self.index = index
        client = ClientParameters(id: plan.client)
        challengeRequest = plan.post(.signIn(PasskeyChallengeBody(client: client)))
        browser = BenchBrowser(plan)
    }

    /// Returns the first request of an operation, or of the sign-in that must precede it.
    mutating func begin() -> [UInt8] {
        isPreparing = false
        switch plan.work {
        case .document: return get("/.well-known/passkey-endpoints")
        case .scenario(.live): return get("/health/live")
        case .guess: return guess()
        case .scenario(.challenge), .scenario(.signIn), .scenario(.passwordFlood): return challenge()
        case .scenario(.signUp): return register()
        case .scenario(.passwordSignIn):
            return signIn(BenchUser(number: chosenUser()).email, password: BenchUser.password)
        case .scenario(.userinfo):
            if let accessToken { return get("/userinfo", token: accessToken) }
        case .scenario(.page), .scenario(.pageSignIn), .scenario(.authorize):
            stage = .browser
            if let request = browser.begin() { return request }
            isPreparing = true
            return browser.prepare()
        case .scenario(.refresh):
            if let refreshToken {
                stage = .token
                let grant = GrantType.refreshToken.rawValue
                return plan.post(.tokens(TokenBody(client: client, grantType: grant, refreshToken: refreshToken)))
            }
        }
        isPreparing = true
        return challenge()
    }

    /// Returns what to do after a response.
    mutating func take(_ response: BenchConnection.Response) throws(BenchFailure) -> Step {
        do throws(BenchFailure) {
            return try next(after: response)
        } catch {
            // The refresh token may have been consumed, and the session may have ended.
            reset()
            throw error
        }
    }

    /// Discards the tokens and the session, which a lost connection may have invalidated.
    mutating func reset() { (accessToken, refreshToken, browser) = (nil, nil, BenchBrowser(plan)) }

    private mutating func next(after response: BenchConnection.Response) throws(BenchFailure) -> Step {
        switch stage {
        case .challenge(let user):
            try response.check(200, from: "/passkey/challenge")
            guard plan.work != .scenario(.challenge) else { return .done }
            let device = plan.device(of: user)
            let origin = "\(plan.url)"
            let credential = try Self.mapFailure { () throws(AuthenticatorFailure) in
                try device.get(optionsJSON: response.body, origin: origin)
            }
            return .send(try finish(response.body, with: credential))
        case .registration(let device):
            try response.check(200, from: "/passkey/register")
            let origin = "\(plan.url)"
            let credential = try Self.mapFailure { () throws(AuthenticatorFailure) in
                try device.create(optionsJSON: response.body, origin: origin)
            }
            return .send(try finish(response.body, with: credential))
        case .token:
            try response.check(200, from: "/oauth/token")
            try keepTokens(response.body)
            return isPreparing ? .prepared : .done
        case .plainResponse(let path):
            try response.check(200, from: path)
            return .done
        case .guess:
            // The response is counted by its status. Each is one that a server may send.
            guard [200, 403, 429].contains(response.status) else {
                throw .rejected("/oauth/token", response.status, response.body)
            }
            return .done
        case .browser:
            return try browser.take(response, as: BenchUser(number: chosenUser()))
        }
    }

    private mutating func get(_ path: String, token: String? = nil) -> [UInt8] {
        stage = .plainResponse(path)
        return plan.get(path, token: token)
    }

    private mutating func challenge() -> [UInt8] {
        stage = .challenge(BenchUser(number: chosenUser()))
        return challengeRequest
    }

    private mutating func register() -> [UInt8] {
        stage = .registration(SoftwareAuthenticator(profile: .iCloudKeychain))
        signUps += 1
        var body = PasskeyRegisterBody(client: client)
        body.profile = ["email": "\(plan.run)-\(index)-\(signUps)@bench.example", "name": "User"]
        return plan.post(.signUp(body))
    }

    private mutating func signIn(_ name: String, password: String) -> [UInt8] {
        stage = .token
        return plan.post(
            .tokens(
                TokenBody(
                    client: client, grantType: GrantType.password.rawValue, scope: plan.scope, audience: plan.audience,
                    username: name, password: password)))
    }

    private mutating func guess() -> [UInt8] {
        let email = BenchUser(number: chosenUser()).email
        // Names that nobody has are as long.
        let request = signIn(Bool.random() ? email : "none" + email.dropFirst(4), password: "a wrong password")
        stage = .guess
        return request
    }

    /// Returns a random user. If there are enough, connections do not share users, so no user signs in twice at a time.
    private func chosenUser() -> Int {
        let first = index % plan.users
        guard plan.users >= plan.connections else { return first }
        let count = (plan.users - first + plan.connections - 1) / plan.connections
        return first + Int.random(in: 0..<count) * plan.connections
    }

    private static func mapFailure(
        _ device: () throws(AuthenticatorFailure) -> [UInt8]
    ) throws(BenchFailure) -> [UInt8] {
        do throws(AuthenticatorFailure) {
            return try device()
        } catch {
            throw .authenticator("\(error)")
        }
    }

    /// Returns the token request for an authenticator response.
    private mutating func finish(
        _ options: [UInt8], with response: [UInt8]
    ) throws(BenchFailure) -> [UInt8] {
        guard let started = (try? JSONReader.read(options))?.objectValue.flatMap(CeremonyAnswer.init) else {
            throw .responseMalformed
        }
        stage = .token
        return plan.post(
            .tokens(
                TokenBody(
                    client: client, grantType: GrantType.passkey.rawValue, scope: plan.scope, audience: plan.audience,
                    ceremonySession: started.session, credentialResponse: CredentialResponse(json: response))))
    }

    private mutating func keepTokens(_ body: [UInt8]) throws(BenchFailure) {
        guard let tokens = (try? JSONReader.read(body))?.objectValue.flatMap(TokenAnswer.init) else {
            throw .responseMalformed
        }
        accessToken = tokens.accessToken
        refreshToken = tokens.refreshToken ?? refreshToken
        guard !isObserved else { return }
        algorithms = IssuedAlgorithms(tokens)
        isObserved = !isPreparing
    }
}
