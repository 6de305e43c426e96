// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import Testing

@Suite struct DeviceApprovalTests {
    private static let code = "BCDFGHJK"

    private let fixture: GrantsFixture
    private let session: BrowserSession

    init() async throws {
        fixture = try await GrantsFixture()
        session = try await fixture.insertSession().record
    }

    private func approval(at host: String = GrantsFixture.host) -> DeviceApproval {
        DeviceApproval(storage: fixture.storage, configuration: fixture.configuration, host: host)
    }

    /// Stores the request of a device.
    private func begin(
        client: String = "device", scope: [String] = ["openid"], audience: String? = nil
    ) async throws {
        var device = DeviceAuthorization(
            deviceCodeHash: TimeOrderedSecret(at: GrantsFixture.now).hash, userCode: Self.code, client: client,
            host: GrantsFixture.host, createdAt: GrantsFixture.now, expiresAt: GrantsFixture.later(900))
        device.scope = scope
        device.audience = audience
        let inserted = device
        try await fixture.storage.withTransaction { try $0.deviceAuthorizations.insert(inserted) }
    }

    private func result(
        at host: String = GrantsFixture.host, after seconds: Int64 = 0
    ) async throws -> Result<DeviceApproval.Request, UserCodeRejection> {
        let code = try #require(UserCode(entered: Self.code))
        return try await approval(at: host).find(code, for: fixture.user, at: GrantsFixture.later(seconds))
    }

    private func rejection(
        at host: String = GrantsFixture.host, after seconds: Int64 = 0
    ) async throws -> UserCodeRejection? {
        guard case .failure(let rejection) = try await result(at: host, after: seconds) else { return nil }
        return rejection
    }

    @discardableResult
    private func decide(
        _ request: DeviceApproval.Request, isAllowed: Bool, after seconds: Int64 = 0
    ) async throws -> UserCodeRejection? {
        try await approval().decide(request, isAllowed: isAllowed, by: session, at: GrantsFixture.later(seconds))
    }

    private func stored() async throws -> DeviceAuthorization? {
        try await fixture.storage.read { try $0.deviceAuthorizations.find(userCode: Self.code) }
    }

    private func consents() async throws -> [Consent] {
        let user = fixture.user.id
        return try await fixture.storage.read { try $0.consents.list(of: user) }
    }

    // MARK: Finding a request

    @Test func `a request is found with its client`() async throws {
        try await begin()
        let request = try await result().get()
        #expect(request.client.id == "device")
        #expect(request.authorization.userCode == Self.code)
    }

    @Test func `a code is unknown if it was not issued, or at another host`() async throws {
        #expect(try await rejection() == .unknown)
        try await begin()
        #expect(try await rejection(at: GrantsFixture.otherHost) == .unknown)
    }

    @Test func `a code expires`() async throws {
        try await begin()
        #expect(try await rejection(after: 899) == nil)
        #expect(try await rejection(after: 900) == .expired)
    }

    @Test(arguments: [
        ("removed", UserCodeRejection.clientUnknown), ("elsewhere", .clientUnknown),
        ("staff-only", .connectionNotAllowed),
    ])
    func `a client must exist, use the host and accept the account`(
        client: String, expected: UserCodeRejection
    ) async throws {
        try await begin(client: client)
        #expect(try await rejection() == expected)
    }

    // MARK: Decisions

    @Test func `an approval has the facts of the session`() async throws {
        try await begin()
        #expect(try await decide(result().get(), isAllowed: true) == nil)
        guard case .approved(let approval) = try await stored()?.decision else {
            Issue.record("the request is not approved")
            return
        }
        #expect(approval.user == fixture.user.id)
        #expect(approval.authenticatedAt == session.authenticatedAt)
        #expect(approval.methods == ["user", "mfa"])
        #expect(approval.session == session.id)
    }

    @Test func `of two decisions the first counts`() async throws {
        try await begin()
        let request = try await result().get()
        #expect(try await decide(request, isAllowed: false) == nil)
        #expect(try await decide(request, isAllowed: true) == .decided)
        #expect(try await stored()?.decision == .denied)
        #expect(try await rejection() == .decided)
    }

    @Test func `a request that has expired is not decided`() async throws {
        try await begin()
        #expect(try await decide(result().get(), isAllowed: true, after: 900) == .expired)
        #expect(try await stored()?.decision == nil)
    }

    @Test func `a code that was issued again is not decided`() async throws {
        try await begin()
        let request = try await result().get()
        let hash = request.authorization.deviceCodeHash
        try await fixture.storage.withTransaction { try $0.deviceAuthorizations.remove(hash) }
        #expect(try await decide(request, isAllowed: true) == .unknown)
        try await begin(client: "partner")
        #expect(try await decide(request, isAllowed: true) == .unknown)
        #expect(try await stored()?.decision == nil)
    }

    @Test(arguments: [true, false])
    func `a user whose session has ended, or who is blocked, decides nothing`(_ isBlocked: Bool) async throws {
        try await begin()
        let request = try await result().get()
        let id = session.id
        if isBlocked {
            try await fixture.change(.blocked(true))
        } else {
            try await fixture.storage.withTransaction { try $0.sessions.remove(id) }
        }
        #expect(try await decide(request, isAllowed: true) == .signedOut)
        #expect(try await stored()?.decision == nil)
    }

    @Test func `an expired session decides nothing`() async throws {
        let short = try await fixture.insertSession(lifetime: 100).record
        try await begin()
        let request = try await result().get()
        let late = try await approval().decide(request, isAllowed: true, by: short, at: GrantsFixture.later(100))
        #expect(late == .signedOut)
    }

    // MARK: Consent

    @Test func `an approval for a client of others is a consent, added to earlier ones`() async throws {
        let user = fixture.user.id
        let earlier = Consent(
            user: user, client: "partner", audience: nil, scope: ["openid", "email"], grantedAt: GrantsFixture.now)
        try await fixture.storage.withTransaction { try $0.consents.put(earlier) }
        try await begin(client: "partner", scope: ["openid", "profile"])
        try await decide(result().get(), isAllowed: true, after: 5)
        let consents = try await consents()
        #expect(consents.map(\.scope) == [["openid", "email", "profile"]])
        #expect(consents.first?.grantedAt == GrantsFixture.later(5))
    }

    @Test(arguments: [("partner", false), ("device", true)])
    func `neither a denial nor an own client's approval is a consent`(client: String, isAllowed: Bool) async throws {
        try await begin(client: client)
        #expect(try await decide(result().get(), isAllowed: isAllowed) == nil)
        #expect(try await consents().isEmpty)
    }
}
