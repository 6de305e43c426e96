// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// An account with two passkeys, a refresh token and an invitation. One passkey counts and can be superseded.
struct InterleavingFixture: Sendable {
    let server: TestServer
    let counting: TestClient
    let synced: TestClient
    /// An access token for the user's own account.
    let token: String
    let refreshToken: String
    let user: UserID
    /// The counting passkey and the synced one.
    let passkeys: [PasskeyID]
    let invitation: String

    static let deviceBound = AuthenticatorProfile.googlePasswordManager.with {
        $0.backupEligible = false
        $0.backedUp = false
        $0.counter = .incrementing
    }

    static func server() async throws -> TestServer {
        try await TestServer(through: { InterleavedStorage($0) })
    }

    init(at server: TestServer, number: Int) async throws {
        self.server = server
        counting = TestClient(at: server, device: Self.deviceBound).with {
            $0.profile = ["email": .string("\(number)@example.org")]
        }
        synced = counting.with { $0.device = SoftwareAuthenticator(profile: .iCloudKeychain) }
        refreshToken = try await counting.signUp().require(200).text("refresh_token")
        let parameters: JSONObject = [
            "scope": .string(TestClient.accountScope + " delete:me:account"),
            "audience": .string("https://\(TestServer.host)/me/"),
        ]
        token = try await counting.with { $0.tokenParameters = parameters }.signIn().require(200).text("access_token")
        try await synced.enroll(token).require(201)
        let found = try await server.storage.read {
            try $0.users.find(.email, normalized: "\(number)@example.org", in: "people")
        }
        let user = try #require(found).id
        self.user = user
        passkeys = try await server.storage.read { try $0.passkeys.list(of: user) }.map(\.id)
        invitation = try await server.invite(user)
    }

    var administration: ServerOperator {
        let clock = server.clock
        return ServerOperator(storage: server.services.storage, now: { clock.now })
    }

    /// Returns what is stored, without random values.
    func state() async throws -> [String] {
        let (user, passkeys) = (user, passkeys)
        return try await server.storage.read { stored in
            guard let account = try stored.users.find(user) else {
                return try ["gone"] + Self.events(stored, of: user)
            }
            var lines = [
                "blocked \(account.isBlocked), deleted \(account.deletesAt != nil), names \(account.identifiers.count)"
            ]
            for passkey in try stored.passkeys.list(of: user) {
                let number = passkeys.firstIndex(of: passkey.id).map(String.init) ?? "new"
                lines.append(
                    "passkey \(number) named \(passkey.name ?? "–"), counter \(passkey.signCount), "
                        + "superseded \(passkey.supersededBy != nil), used \(passkey.lastUsedAt != nil)")
            }
            lines.append("families \(Set(try stored.refreshTokens.list(of: user).map(\.family)).count)")
            lines.append("sign-ins \(try stored.events.listSignIns(of: user, limit: 100).count)")
            return try lines.sorted() + Self.events(stored, of: user)
        }
    }

    private static func events(_ stored: any StorageSnapshot, of user: UserID) throws -> [String] {
        // A counter regression is recorded only if it was verified after the other sign-in was stored.
        try stored.events.list(user: user, limit: 1000).map(\.kind).filter { $0 != .passkeyCounterRegressed }
            .map(\.rawValue).sorted()
    }
}

/// A change to the account by a request or by an operator.
enum InterleavedAction: String, CaseIterable, Sendable {
    case signInCounting, signInSynced, rename, removeCounting, removeSynced, enroll, acceptInvitation
    case refresh, revoke, block, unblock, askForDeletion, delete

    /// Prepares the action, and returns a function that sends the changing request and returns whether it succeeded.
    func prepare(_ fixture: InterleavingFixture) async throws -> @Sendable () async throws -> Bool {
        let (counting, token) = (fixture.counting, fixture.token)
        switch self {
        case .signInCounting: return try await Self.signIn(counting)
        case .signInSynced: return try await Self.signIn(fixture.synced)
        case .rename:
            let path = "/me/v1/authentication-methods/" + PercentEncoding.encode(fixture.passkeys[0].rawValue)
            let message = Message.json(.patch, path: path, body: ["name": "renamed"])
            return { try await counting.account(message, token: token).status == 200 }
        case .removeCounting, .removeSynced:
            let passkey = fixture.passkeys[self == .removeCounting ? 0 : 1].rawValue
            return { try await counting.remove(passkey, with: token).status == 204 }
        case .enroll:
            let device = counting.with { $0.device = SoftwareAuthenticator(profile: .googlePasswordManager) }
            let started = try await device.beginEnrollment(token)
            let message = device.enrollment(started, response: try device.created(started))
            return { try await device.account(message, token: token).status == 201 }
        case .acceptInvitation: return try await Self.acceptInvitation(fixture)
        case .refresh: return { try await counting.refresh(fixture.refreshToken).status == 200 }
        case .revoke: return { try await counting.revoke(fixture.refreshToken).status == 200 }
        case .block: return { (try? await fixture.administration.block(fixture.user)) != nil }
        case .unblock: return { (try? await fixture.administration.unblock(fixture.user)) != nil }
        case .askForDeletion:
            let started = try await counting.beginSignIn()
            let body: JSONObject = [
                "auth_session": .string(started.session),
                "authn_response": try JSONReader.read(try counting.signed(started)),
            ]
            let message = Message.json(.delete, path: "/me/v1", body: body)
            return { try await counting.account(message, token: token).status == 202 }
        case .delete: return { (try? await fixture.administration.remove(fixture.user)) != nil }
        }
    }

    private static func signIn(_ testClient: TestClient) async throws -> @Sendable () async throws -> Bool {
        let started = try await testClient.beginSignIn()
        let response = try testClient.signed(started)
        return { try await testClient.finish(started.session, response: response).status == 200 }
    }

    private static func acceptInvitation(_ fixture: InterleavingFixture) async throws
        -> @Sendable () async throws -> Bool
    {
        let server = fixture.server
        let invited = fixture.counting.with {
            $0.device = SoftwareAuthenticator(profile: .iCloudKeychainZeroAAGUID)
            $0.origin = "https://\(TestServer.host)"
        }
        let challenge = Message.post("/invitation/challenge", json: ["invitation": .string(fixture.invitation)])
        let started = try TestClient.StartedCeremony(try await server.send(challenge).require(200))
        var message = invited.enrollment(started, response: try invited.created(started))
        message.path = "/invitation/verify"
        let response = message
        return { try await server.send(response).status == 201 }
    }
}
