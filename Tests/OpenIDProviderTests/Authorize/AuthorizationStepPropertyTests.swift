// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

/// Properties of the next step that hold whatever the request, the session and the progress are.
@Suite struct AuthorizationStepPropertyTests {
    private static let now = ProviderFixture.start
    private static let user = UserID(rawValue: "auth0|1")
    private static let other = UserID(rawValue: "auth0|2")

    private static let promptSets: [Set<AuthorizationRequest.Prompt>] = (0..<32).map { bits in
        Set(AuthorizationRequest.Prompt.allCases.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element))
    }

    private static let sessions: [AuthorizationConditions.Session?] = {
        var weak = AuthorizationStepTests.session()
        weak.methods = []
        var bare = weak
        bare.ways = []
        return [
            nil, AuthorizationStepTests.session(), AuthorizationStepTests.session(other), weak, bare,
            AuthorizationStepTests.session(age: 10_000),
        ]
    }()

    private static let progresses = [
        AuthorizationProgress(), AuthorizationProgress().selected(user), AuthorizationProgress().consented(user),
        AuthorizationProgress().authenticated(user, at: now),
        AuthorizationProgress().authenticated(user, at: now).consented(user),
        AuthorizationProgress().authenticated(other, at: now).consented(other),
        offered(AuthorizationProgress()), offered(AuthorizationProgress().authenticated(user, at: now)),
        offered(AuthorizationProgress().authenticated(other, at: now)),
        pending(AuthorizationProgress()), pending(AuthorizationProgress().authenticated(user, at: now)),
    ]

    private static func pending(_ progress: AuthorizationProgress) -> AuthorizationProgress {
        var progress = progress
        progress.isProfilePending = true
        return progress
    }

    private static func offered(_ progress: AuthorizationProgress) -> AuthorizationProgress {
        var progress = progress
        progress.isPasskeyOffered = true
        return progress
    }

    private static let requests: [AuthorizationRequest] = {
        var requests: [AuthorizationRequest] = []
        let target = ResponseTarget(
            redirectURI: AuthorizationFixture.callback, mode: .query, state: nil, issuer: "https://login.example.com/")
        for prompts in promptSets {
            for variant in 0..<64 {
                var request = AuthorizationRequest(client: "app", target: target)
                request.scope = ["openid"]
                request.prompts = prompts
                if variant & 1 != 0 { request.maximumAge = variant & 2 != 0 ? 0 : 100 }
                if variant & 4 != 0 { request.hintedUser = user }
                if variant & 8 != 0 { request.loginHint = "ada@example.com" }
                if variant & 16 != 0 { request.claims.essentialContextClasses = variant & 2 != 0 ? ["phr"] : ["gold"] }
                request.isSignUpPreferred = variant & 32 != 0
                requests.append(request)
            }
        }
        return requests
    }()

    /// Calls a body with every combination, or with those of each request after a number of others.
    private static func forAll(inStepsOf step: Int = 1, _ body: (AuthorizationConditions, AuthorizationStep) -> Void)
        async
    {
        for request in stride(from: 0, to: requests.count, by: step).map({ requests[$0] }) {
            // Other tests need the thread as well.
            await Task.yield()
            for session in sessions {
                for progress in progresses {
                    for (isFirstParty, consented) in [(true, nil), (false, nil), (false, ["openid"])] {
                        var facts = AuthorizationConditions(request: request, isFirstParty: isFirstParty)
                        facts.session = session
                        facts.progress = progress
                        facts.consentedScope = consented
                        body(facts, AuthorizationStep.next(for: facts, at: now))
                    }
                }
            }
        }
    }

    /// The findings of one walk through all combinations.
    private struct Findings: Sendable {
        var codes = 0
        var codesAgainstTheRequest: [AuthorizationConditions] = []
        var pagesOfSilentRequests = 0
        var pagesWithoutSession = 0
        var questions = 0
        var signInsWithoutQuestion = 0

        mutating func note(_ step: AuthorizationStep, for facts: AuthorizationConditions) {
            switch step {
            case .issueCode:
                codes += 1
                if !Self.meetsRequest(facts) { codesAgainstTheRequest.append(facts) }
            case .consent, .selectAccount, .confirmAccount, .leaveAccount, .completeProfile, .offerPasskey,
                .addPasskey:
                pagesWithoutSession += facts.session == nil ? 1 : 0
                questions += step == .leaveAccount ? 1 : 0
            case .signIn, .signUp:
                signInsWithoutQuestion += facts.session?.ways.isEmpty == true ? 1 : 0
            default: break
            }
            switch step {
            case .error, .issueCode: break
            default: pagesOfSilentRequests += facts.request.isPrompted(.none) ? 1 : 0
            }
        }

        private static func meetsRequest(_ facts: AuthorizationConditions) -> Bool {
            guard let session = facts.session else { return false }
            let request = facts.request
            let hasAuthenticated = facts.progress.authenticatedAt != nil && facts.progress.user == session.user
            let age = now.secondsSince1970 - session.authenticatedAt.secondsSince1970
            return (request.hintedUser.map { $0 == session.user } ?? true)
                && (!request.isPrompted(.login) || hasAuthenticated)
                && (!request.isPrompted(.create) || hasAuthenticated)
                && (request.maximumAge.map { $0 > 0 && age <= $0 } ?? true || hasAuthenticated)
                && (facts.isFirstParty || facts.consentedScope != nil)
                && (request.claims.essentialContextClasses.map { $0 == ["phr"] && !session.methods.isEmpty } ?? true)
        }
    }

    private static let findings = Task {
        var findings = Findings()
        await forAll { facts, step in findings.note(step, for: facts) }
        return findings
    }

    @Test func `a code is only issued for a session that meets the request`() async {
        let findings = await Self.findings.value
        #expect(findings.codesAgainstTheRequest.isEmpty && findings.codes > 1000)
    }

    @Test func `silent authentication never leads to a page`() async {
        #expect(await Self.findings.value.pagesOfSilentRequests == 0)
    }

    @Test func `consent and the selection of an account need a session`() async {
        #expect(await Self.findings.value.pagesWithoutSession == 0)
    }

    @Test func `nobody signs in in the place of an account without a passkey before its user was asked`() async {
        let findings = await Self.findings.value
        #expect(findings.signInsWithoutQuestion == 0 && findings.questions > 100)
    }

    @Test func `every page leads on, and no request asks for more than six`() async {
        var endless = 0
        // Each is followed to its end, which takes six times as long. Three is prime to all periods.
        await Self.forAll(inStepsOf: 3) { facts, _ in
            var facts = facts
            for _ in 0..<7 {
                switch AuthorizationStep.next(for: facts, at: Self.now) {
                case .error, .issueCode: return
                case .signIn, .signUp:
                    facts.session = AuthorizationStepTests.session(age: 0)
                    facts.progress = AuthorizationProgress().authenticated(Self.user, at: Self.now)
                case .selectAccount, .confirmAccount:
                    facts.progress = facts.session.map { facts.progress.selected($0.user) } ?? facts.progress
                case .leaveAccount:
                    facts.progress = facts.session.map { facts.progress.leaving($0.user) } ?? facts.progress
                case .addPasskey: facts.session?.ways = [.passkey]
                case .completeProfile: facts.progress.isProfilePending = false
                case .offerPasskey: facts.progress.isPasskeyOffered = false
                case .consent(let scope):
                    facts.consentedScope = scope
                    facts.progress = facts.session.map { facts.progress.consented($0.user) } ?? facts.progress
                }
            }
            endless += 1
        }
        #expect(endless == 0)
    }
}
