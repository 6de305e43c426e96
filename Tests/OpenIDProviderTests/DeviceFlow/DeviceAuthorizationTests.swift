// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import TestStorage
import TestSupport
import Testing
import WireFormats

/// Device authorizations from the first request to the tokens.
struct DeviceAuthorizationTests {
    private static let start = ProviderFixture.start

    private struct Device {
        let storage: any Storage
        let client: Client
        let issuer: Issuer
        let granted: GrantedScope

        init(in storage: any Storage) throws {
            let fixture = try ProviderFixture()
            self.storage = storage
            client = try fixture.client("app")
            issuer = fixture.issuer()
            granted = try fixture.scopes("app").grant(.init(scope: "openid"))
        }

        func begin(after seconds: Int64 = 0) async throws -> DeviceAuthorizations.Started {
            try await DeviceAuthorizations(storage: storage).begin(
                for: client, at: issuer, granted: granted,
                time: Timestamp(secondsSince1970: DeviceAuthorizationTests.start.secondsSince1970 + seconds))
        }

        func decide(_ started: DeviceAuthorizations.Started, as decision: DeviceAuthorization.Decision) async throws {
            try await storage.withTransaction {
                try $0.deviceAuthorizations.decide(userCode: started.userCode.normalized, as: decision)
            }
        }

        /// Returns why the poll yields no tokens, or `nil` if it does.
        func poll(
            _ code: String, client: Client? = nil, host: String? = nil, after seconds: Int64 = 5
        ) async -> OAuthFailure? {
            let poll = DeviceAuthorizations.Poll(
                deviceCode: code, client: client ?? self.client, host: host ?? issuer.host,
                sender: RequestSender())
            let time = Timestamp(secondsSince1970: DeviceAuthorizationTests.start.secondsSince1970 + seconds)
            let granted = granted
            do throws(OAuthFailure) {
                _ = try await DeviceAuthorizations(storage: storage).finish(poll, at: time) { _, _, _ in (granted, nil)
                }
                return nil
            } catch {
                return error
            }
        }
    }

    private static func approval() -> DeviceAuthorization.Decision {
        .approved(
            DeviceAuthorization.Approval(user: ProviderFixture.user().id, authenticatedAt: start, decidedAt: start))
    }

    private func withDevice(_ body: (Device) async throws -> Void) async throws {
        try await withStorage { storage in
            try await storage.withTransaction { try $0.users.insert(ProviderFixture.user()) }
            try await body(try Device(in: storage))
        }
    }

    @Test func `a device waits until its user has decided, and its code is accepted once`() async throws {
        try await withDevice { device in
            let started = try await device.begin()
            #expect(await device.poll(started.deviceCode) == .deviceCodeRejected(.pending))
            try await device.decide(started, as: Self.approval())
            #expect(await device.poll(started.deviceCode) == nil)
            #expect(await device.poll(started.deviceCode) == .deviceCodeRejected(.unknown))
            let user = ProviderFixture.user().id
            let events = try await device.storage.read { try $0.events.list(user: user, limit: 10) }
            #expect(events.map(\.kind) == [.deviceAuthorized])
            #expect(events.first?.client == "app")
        }
    }

    @Test func `of sixteen concurrent polls one gets the tokens`() async throws {
        try await withDevice { device in
            let started = try await device.begin()
            try await device.decide(started, as: Self.approval())
            let failures = await withTaskGroup(of: OAuthFailure?.self) { group in
                for _ in 0..<16 { group.addTask { await device.poll(started.deviceCode) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(failures.count { $0 == nil } == 1)
            #expect(failures.compactMap(\.self).allSatisfy { $0 == .deviceCodeRejected(.unknown) })
        }
    }

    @Test func `a denied, expired, foreign or unknown code yields no tokens`() async throws {
        try await withDevice { device in
            let denied = try await device.begin()
            try await device.decide(denied, as: .denied)
            #expect(await device.poll(denied.deviceCode) == .deviceCodeRejected(.denied))
            let approved = try await device.begin()
            try await device.decide(approved, as: Self.approval())
            let other = try ProviderFixture().client("no-refresh")
            #expect(await device.poll(approved.deviceCode, client: other) == .deviceCodeRejected(.clientMismatch))
            #expect(
                await device.poll(approved.deviceCode, host: ProviderFixture.otherHost)
                    == .deviceCodeRejected(.hostMismatch))
            #expect(await device.poll(approved.deviceCode, after: 900) == .deviceCodeRejected(.expired))
            #expect(await device.poll("x") == .deviceCodeRejected(.unknown))
            #expect(await device.poll(approved.deviceCode) == nil)
        }
    }

    @Test func `the number of stored requests that have not expired is bounded, of one client and of all`() async throws
    {
        try await withDevice { device in
            try await device.storage.withTransaction { transaction in
                for number in 1...20_000 {
                    let code = withUnsafeBytes(of: number) { Array($0) }
                    let client = number <= DeviceAuthorizations.clientLimit ? device.client.id : "another"
                    try transaction.deviceAuthorizations.insert(
                        DeviceAuthorization(
                            deviceCodeHash: code, userCode: "\(number)", client: client, host: device.issuer.host,
                            createdAt: Self.start, expiresAt: Self.start.advanced(by: 900)))
                }
            }
            #expect(await failure { _ = try await device.begin() } == .tooManyDeviceRequests)
            let remove = { (number: Int) in
                let code = withUnsafeBytes(of: number) { Array($0) }
                try await device.storage.withTransaction { try $0.deviceAuthorizations.remove(code) }
            }
            try await remove(20_000)
            #expect(await failure { _ = try await device.begin() } == .tooManyDeviceRequests)
            try await remove(1)
            #expect(await failure { _ = try await device.begin() } == nil)
            #expect(await failure { _ = try await device.begin() } == .tooManyDeviceRequests)
            #expect(await failure { _ = try await device.begin(after: 900) } == nil)
        }
    }

    @Test func `a user who was blocked or removed after the approval gets no tokens`() async throws {
        try await withDevice { device in
            let user = ProviderFixture.user().id
            let started = try await device.begin()
            try await device.decide(started, as: Self.approval())
            try await device.storage.withTransaction { try $0.users.apply(.blocked(true), to: user, at: Self.start) }
            #expect(await device.poll(started.deviceCode) == .deviceCodeRejected(.userBlocked))
            try await device.storage.withTransaction { try $0.users.remove(user) }
            let failure = await device.poll(started.deviceCode)
            #expect([.deviceCodeRejected(.userGone), .deviceCodeRejected(.unknown)].contains(failure))
        }
    }
}
