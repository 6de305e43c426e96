// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

@Suite struct AuthorizationStepTests {
    private static let now = ProviderFixture.start
    private static let user = UserID(rawValue: "auth0|1")
    private static let other = UserID(rawValue: "auth0|2")

    /// A first-party client's request, and the session of a user who signed in a minute ago with a synced passkey.
    private func facts(
        isFirstParty: Bool = true,
        _ change: (inout AuthorizationConditions, inout AuthorizationRequest) -> Void = { _, _ in }
    ) -> AuthorizationConditions {
        var request = AuthorizationRequest(
            client: "app",
            target: ResponseTarget(
                redirectURI: AuthorizationFixture.callback, mode: .query, state: nil,
                issuer: "https://login.example.com/"))
        request.scope = ["openid", "offline_access"]
        var facts = AuthorizationConditions(request: request, isFirstParty: isFirstParty)
        facts.session = Self.session()
        change(&facts, &request)
        var changed = AuthorizationConditions(request: request, isFirstParty: isFirstParty)
        changed.session = facts.session
        changed.connections = facts.connections
        changed.offeredWays = facts.offeredWays
        changed.asksForConfirmation = facts.asksForConfirmation
        changed.consentedScope = facts.consentedScope
        changed.progress = facts.progress
        return changed
    }

    static func session(_ user: UserID = user, age: Int64 = 60) -> AuthorizationConditions.Session {
        var session = AuthorizationConditions.Session(
            user: user, connection: "Users",
            authenticatedAt: Timestamp(secondsSince1970: now.secondsSince1970 - age), ways: [.passkey])
        session.methods = ["swk", "user", "pop"]
        session.identifiers = ["Ada@example.com", "ada@example.com"]
        return session
    }

    private func step(_ facts: AuthorizationConditions) -> AuthorizationStep {
        AuthorizationStep.next(for: facts, at: Self.now)
    }

    private static let authenticated = AuthorizationProgress().authenticated(user, at: now)

    // MARK: Sign-in and sign-up

    @Test func `a session of a first-party client's user gets a code`() {
        #expect(step(facts()) == .issueCode)
    }

    @Test func `without a session the user signs in`() {
        #expect(
            step(
                facts {
                    $0.session = nil
                    $1.loginHint = "ada"
                }) == .signIn(loginHint: "ada"))
    }

    @Test func `a preference for signing up holds for browsers without a session only`() {
        #expect(
            step(
                facts {
                    $0.session = nil
                    $1.isSignUpPreferred = true
                }) == .signUp(loginHint: nil))
        #expect(step(facts { $1.isSignUpPreferred = true }) == .issueCode)
    }

    @Test func `prompt create signs up once, even with a session`() {
        let prompted = { (facts: inout AuthorizationConditions, request: inout AuthorizationRequest) in
            request.prompts = [.create]
        }
        #expect(step(facts(prompted)) == .signUp(loginHint: nil))
        var first = facts(prompted)
        first.session = nil
        #expect(step(first) == .signUp(loginHint: nil))
        var done = facts(prompted)
        done.progress = Self.authenticated
        #expect(step(done) == .issueCode)
    }

    @Test func `prompt login signs in once`() {
        var facts = facts { $1.prompts = [.login] }
        #expect(step(facts) == .signIn(loginHint: nil))
        facts.progress = Self.authenticated
        #expect(step(facts) == .issueCode)
    }

    @Test func `a sign-in for this request counts for its own user only`() {
        var facts = facts { $1.prompts = [.login] }
        facts.progress = AuthorizationProgress().authenticated(Self.other, at: Self.now)
        #expect(step(facts) == .signIn(loginHint: nil))
    }

    @Test(arguments: [(59, true), (60, false), (61, false), (0, true)] as [(Int64, Bool)])
    func `a session older than max_age is not enough`(maximumAge: Int64, signsIn: Bool) {
        var facts = facts { $1.maximumAge = maximumAge }
        #expect(step(facts) == (signsIn ? .signIn(loginHint: nil) : .issueCode))
        facts.progress = Self.authenticated
        #expect(step(facts) == .issueCode)
    }

    @Test func `max_age 0 signs in even right after a sign-in`() {
        let facts = facts {
            $0.session = Self.session(age: 0)
            $1.maximumAge = 0
        }
        #expect(step(facts) == .signIn(loginHint: nil))
    }

    @Test func `a selection, a consent or a sign-in confirms a request that any program could have sent`() {
        var facts = facts { facts, _ in facts.asksForConfirmation = true }
        #expect(step(facts) == .confirmAccount)
        for progress in [Self.authenticated, .init().selected(Self.user), .init().consented(Self.user)] {
            facts.progress = progress
            #expect(step(facts) == .issueCode)
        }
        facts.progress = AuthorizationProgress().selected(Self.other)
        #expect(step(facts) == .confirmAccount)
    }

    @Test func `selecting the account continues with its session`() {
        var facts = facts { $1.prompts = [.selectAccount] }
        #expect(step(facts) == .selectAccount)
        facts.progress = AuthorizationProgress().selected(Self.user)
        #expect(step(facts) == .issueCode)
        facts.progress = AuthorizationProgress().selected(Self.other)
        #expect(step(facts) == .selectAccount)
        facts.progress = AuthorizationProgress().continued(by: Self.user)
        #expect(step(facts) == .selectAccount)
        facts.progress = Self.authenticated
        #expect(step(facts) == .issueCode)
    }

    // MARK: Accounts without a passkey

    private static func sessionWithoutPasskey(age: Int64 = 60) -> AuthorizationConditions.Session {
        var session = session(age: age)
        session.methods = []
        session.ways = []
        return session
    }

    @Test func `a session without a passkey gets a code`() {
        #expect(step(facts { facts, _ in facts.session = Self.sessionWithoutPasskey() }) == .issueCode)
    }

    @Test(
        arguments: [
            { $0.prompts = [.login] }, { $0.maximumAge = 10 }, { $0.maximumAge = 0 },
            { $0.claims.essentialContextClasses = ["phr"] },
        ] as [@Sendable (inout AuthorizationRequest) -> Void])
    func `a user without a passkey who has to sign in again adds one first`(
        change: @Sendable (inout AuthorizationRequest) -> Void
    ) {
        var facts = facts { facts, request in
            facts.session = Self.sessionWithoutPasskey()
            change(&request)
        }
        #expect(step(facts) == .addPasskey)
        facts.session?.ways = [.passkey]
        #expect(step(facts) == .signIn(loginHint: nil))
    }

    @Test func `the user of a session without a passkey is asked before another user signs in`() {
        let hints: [@Sendable (inout AuthorizationRequest) -> Void] = [
            { $0.hintedUser = Self.other }, { $0.loginHint = "bob" }, { $0.claims.subject = "auth0|2" },
        ]
        for hint in hints {
            let facts = facts { facts, request in
                facts.session = Self.sessionWithoutPasskey()
                hint(&request)
            }
            #expect(step(facts) == .leaveAccount)
            var leaving = facts
            leaving.progress = AuthorizationProgress().leaving(Self.other)
            #expect(step(leaving) == .leaveAccount)
            leaving.progress = leaving.session.map { AuthorizationProgress().leaving($0.user) } ?? leaving.progress
            #expect(step(leaving) == .signIn(loginHint: facts.request.loginHint))
        }
        let elsewhere = facts { facts, request in
            facts.session = Self.sessionWithoutPasskey()
            facts.connections = ["Staff"]
            request.prompts = [.login]
        }
        #expect(step(elsewhere) == .leaveAccount)
    }

    @Test func `a silent request can't add a passkey`() {
        let facts = facts {
            $0.session = Self.sessionWithoutPasskey()
            $1.prompts = [.none]
            $1.maximumAge = 0
        }
        #expect(step(facts) == .error(.loginRequired))
    }

    // MARK: The name of a new user

    @Test func `a new user is asked for a name once, before the consent`() {
        var facts = facts(isFirstParty: false)
        facts.progress = Self.authenticated
        facts.progress.isProfilePending = true
        #expect(step(facts) == .completeProfile)
        facts.progress.isProfilePending = false
        #expect(step(facts) == .consent(scope: ["openid", "offline_access"]))
        facts.progress = AuthorizationProgress().authenticated(Self.other, at: Self.now)
        facts.progress.isProfilePending = true
        #expect(step(facts) == .consent(scope: ["openid", "offline_access"]))
    }

    @Test func `an account that the client does not use is not offered for selection`() {
        let facts = facts {
            $0.connections = ["Staff"]
            $1.prompts = [.selectAccount]
        }
        #expect(step(facts) == .signIn(loginHint: nil))
    }

    // MARK: The offer of a passkey

    @Test func `a passkey is offered once, after a sign-in for this request and before the consent`() {
        var facts = facts(isFirstParty: false)
        facts.progress = Self.authenticated
        facts.progress.isPasskeyOffered = true
        #expect(step(facts) == .offerPasskey)
        facts.progress.isPasskeyOffered = false
        #expect(step(facts) == .consent(scope: ["openid", "offline_access"]))
        facts.progress = AuthorizationProgress().authenticated(Self.other, at: Self.now)
        facts.progress.isPasskeyOffered = true
        #expect(step(facts) == .consent(scope: ["openid", "offline_access"]))
    }

    // MARK: Expected users

    @Test func `a session of another user than the hinted one is not enough`() {
        var facts = facts { $1.hintedUser = Self.other }
        #expect(step(facts) == .signIn(loginHint: nil))
        facts.progress = Self.authenticated
        #expect(step(facts) == .error(.loginRequired))
        facts.session = Self.session(Self.other)
        #expect(step(facts) == .issueCode)
    }

    @Test func `a claim for another subject is the same as a hint`() {
        #expect(step(facts { $1.claims.subject = "auth0|2" }) == .signIn(loginHint: nil))
        #expect(step(facts { $1.claims.subject = "auth0|1" }) == .issueCode)
    }

    @Test func `a login hint for another account signs in, and is only a hint`() {
        #expect(step(facts { $1.loginHint = "ADA@example.com" }) == .issueCode)
        var facts = facts { $1.loginHint = "bob@example.com" }
        #expect(step(facts) == .signIn(loginHint: "bob@example.com"))
        facts.progress = Self.authenticated
        #expect(step(facts) == .issueCode)
    }

    @Test func `a session of a connection that the client does not use is not enough`() {
        var facts = facts { facts, _ in facts.connections = ["Staff"] }
        #expect(step(facts) == .signIn(loginHint: nil))
        facts.progress = Self.authenticated
        #expect(step(facts) == .error(.accessDenied))
    }

    @Test func `the connections come from the configuration`() async throws {
        let fixture = try await AuthorizationFixture()
        let facts = { (client: String, connection: String?, organization: String?) throws -> Set<String>? in
            let changes: KeyValuePairs = ["connection": connection ?? "", "organization": organization ?? ""]
            return AuthorizationConditions(
                request: try fixture.request(changes, client: client), client: try fixture.provider.client(client),
                configuration: fixture.provider.configuration
            ).connections
        }
        #expect(try facts("spa", nil, nil) == ["Users"])
        #expect(try facts("backend", nil, nil) == ["Users", "Staff"])
        #expect(try facts("backend", "Staff", nil) == ["Staff"])
        #expect(try facts("partly-organized", nil, nil) == ["Users", "Staff"])
        #expect(try facts("partly-organized", nil, "acme") == ["Users", "Staff"])
        #expect(try facts("partly-organized", nil, "lab") == ["Staff"])
    }

    // MARK: Context classes

    @Test func `a preferred context class changes nothing`() {
        #expect(step(facts { $1.contextClasses = ["phrh", "gold"] }) == .issueCode)
    }

    @Test func `an essential context class is reached by the session or a sign-in, or is an error`() {
        #expect(step(facts { $1.claims.essentialContextClasses = ["phr"] }) == .issueCode)
        #expect(
            step(facts { $1.claims.essentialContextClasses = ["gold"] }) == .error(.authenticationRequirementsUnmet))
        #expect(
            step(
                facts {
                    $0.session = nil
                    $1.claims.essentialContextClasses = ["gold"]
                }) == .error(.authenticationRequirementsUnmet))
        var facts = facts {
            $0.session?.methods = ["pwd"]
            $1.claims.essentialContextClasses = ["gold", "phr"]
        }
        #expect(step(facts) == .signIn(loginHint: nil))
        facts.progress = Self.authenticated
        #expect(step(facts) == .error(.authenticationRequirementsUnmet))
    }

    @Test func `a context class that no offered way in reaches is an error before the user signs in`() {
        let facts = facts {
            $0.session = nil
            $0.offeredWays = []
            $1.claims.essentialContextClasses = ["phr"]
        }
        #expect(step(facts) == .error(.authenticationRequirementsUnmet))
    }

    @Test func `a hardware key meets its own context class`() {
        let facts = facts {
            $0.session?.methods = ["hwk", "user", "pop"]
            $1.claims.essentialContextClasses = ["phrh"]
        }
        #expect(step(facts) == .issueCode)
    }

    // MARK: Consent

    @Test func `a third-party client needs consent to its whole scope`() {
        let ask = AuthorizationStep.consent(scope: ["openid", "offline_access"])
        var facts = facts(isFirstParty: false)
        #expect(step(facts) == ask)
        facts.consentedScope = ["openid"]
        #expect(step(facts) == ask)
        facts.consentedScope = ["offline_access", "openid", "email"]
        #expect(step(facts) == .issueCode)
    }

    @Test func `consent on a page does not replace the stored consent of a third-party client`() {
        var facts = facts(isFirstParty: false)
        facts.progress = AuthorizationProgress().consented(Self.user)
        #expect(step(facts) == .consent(scope: ["openid", "offline_access"]))
    }

    @Test(arguments: [true, false])
    func `prompt consent asks once, whatever is stored`(isFirstParty: Bool) {
        var facts = facts(isFirstParty: isFirstParty) {
            $0.consentedScope = ["openid", "offline_access"]
            $1.prompts = [.consent]
        }
        #expect(step(facts) == .consent(scope: ["openid", "offline_access"]))
        facts.progress = AuthorizationProgress().consented(Self.other)
        #expect(step(facts) == .consent(scope: ["openid", "offline_access"]))
        facts.progress = AuthorizationProgress().consented(Self.user)
        #expect(step(facts) == .issueCode)
    }

    // MARK: prompt=none

    @Test func `silent authentication has an error for every page`() {
        let silent = { (change: (inout AuthorizationConditions, inout AuthorizationRequest) -> Void) in
            facts(isFirstParty: false) {
                $0.consentedScope = ["openid", "offline_access"]
                $1.prompts = [.none]
                change(&$0, &$1)
            }
        }
        #expect(step(silent { _, _ in }) == .issueCode)
        #expect(step(silent { facts, _ in facts.session = nil }) == .error(.loginRequired))
        #expect(step(silent { $1.maximumAge = 1 }) == .error(.loginRequired))
        #expect(step(silent { $1.hintedUser = Self.other }) == .error(.loginRequired))
        #expect(step(silent { $1.loginHint = "bob" }) == .error(.loginRequired))
        #expect(step(silent { facts, _ in facts.consentedScope = ["openid"] }) == .error(.consentRequired))
        #expect(step(silent { facts, _ in facts.consentedScope = nil }) == .error(.loginRequired))
        #expect(step(silent { $1.prompts.insert(.selectAccount) }) == .error(.accountSelectionRequired))
    }
}
