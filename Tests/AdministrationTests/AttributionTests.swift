// SPDX-License-Identifier: Apache-2.0

import Administration
import Configuration
import IdentityModel
import JOSE
import OpenIDProvider
import SignIn
import StorageConformance
import Testing
import WireFormats

/// A change that records an audit event.
struct RecordedChange: Sendable, CustomTestStringConvertible {
    let kind: AuditEvent.Kind
    let carryOut: @Sendable (AdministrationFixture, Administrator) async throws -> Void

    init(
        _ kind: AuditEvent.Kind,
        carryOut: @escaping @Sendable (AdministrationFixture, Administrator) async throws -> Void
    ) {
        self.kind = kind
        self.carryOut = carryOut
    }

    var testDescription: String { kind.rawValue }
}

struct AttributionTests {
    private static let user = Samples.userID(1)

    private static let changes = [
        RecordedChange(.userBlocked) { _ = try await UserBlocking(server: $0.server)(user, by: $1) },
        RecordedChange(.userUnblocked) { fixture, administrator in
            try await fixture.storage.withTransaction {
                try $0.users.apply(.blocked(true), to: user, at: Samples.time(0))
            }
            try await UserUnblocking(server: fixture.server)(user, by: administrator)
        },
        RecordedChange(.userDeletionCanceled) { fixture, administrator in
            try await fixture.storage.withTransaction {
                try $0.users.apply(.deletion(at: Samples.time(9_000)), to: user, at: Samples.time(0))
            }
            try await DeletionCancellation(server: fixture.server)(user, by: administrator)
        },
        RecordedChange(.userRemoved) { _ = try await UserRemoval(server: $0.server)(user, by: $1) },
        RecordedChange(.passkeyRemoved) {
            _ = try await PasskeyRemoval(server: $0.server)(Samples.passkeyID(1), of: user, by: $1)
        },
        RecordedChange(.deviceKeyRemoved) { fixture, administrator in
            let key = Samples.deviceKey(1, of: user)
            try await fixture.storage.withTransaction { try $0.deviceKeys.insert(key) }
            try await DeviceKeyRemoval(server: fixture.server)(key.id, of: user, by: administrator)
        },
        RecordedChange(.sessionEnded) { fixture, administrator in
            _ = try await fixture.addSession(1, of: user)
            try await SessionEnding(server: fixture.server)(of: user, by: administrator)
        },
        RecordedChange(.userInvited) { fixture, administrator in
            try await fixture.ring.prepare(host: AdministrationFixture.host, at: Samples.time(0))
            let request = Invitations.Request(user: user, host: AdministrationFixture.host, validFor: 60)
            _ = try await UserInvitation(server: fixture.server, ring: fixture.ring)(request, by: administrator)
        },
        RecordedChange(.configurationApplied) {
            try await APIAddition(server: $0.server)(APIDraft(audience: "urn:a", name: "A"), by: $1)
        },
        RecordedChange(.configurationApplied) { fixture, administrator in
            let file = ConfigurationFile(
                .object(["connections": [["name": "guests"]]]), suffixes: PublicSuffixRule { _ in false })
            let settings = ConfigurationApplication.Settings(url: fixture.server.url)
            let application = ConfigurationApplication(file, settings: settings)
            #expect(try await !ConfigurationPreview(server: fixture.server)(application).isEmpty)
            #expect(try await fixture.events().isEmpty)
            _ = try await ConfigurationUpdate(server: fixture.server)(application, by: administrator)
        },
        RecordedChange(.keyRotated) { fixture, administrator in
            try await fixture.ring.prepare(host: AdministrationFixture.host, at: Samples.time(0))
            _ = try await KeyRotation(server: fixture.server, ring: fixture.ring)(
                .es256, at: AdministrationFixture.host, by: administrator)
        },
        RecordedChange(.keyRevoked) { fixture, administrator in
            let keys = try await fixture.ring.prepare(host: AdministrationFixture.host, at: Samples.time(0))
            _ = try await KeyRevocation(server: fixture.server, ring: fixture.ring)(
                try keys.signingKey(.es256).id, by: administrator)
        },
        RecordedChange(.tokenRevoked) { fixture, administrator in
            try await fixture.ring.prepare(host: AdministrationFixture.host, at: Samples.time(0))
            _ = try await RestorePreparation(server: fixture.server, ring: fixture.ring)(by: administrator)
        },
    ]

    @Test(arguments: changes)
    func `a change is recorded once, with the administrator who made it`(_ change: RecordedChange) async throws {
        let fixture = try await AdministrationFixture()
        try await fixture.addUser(1)
        try await change.carryOut(fixture, .command("a command"))
        let events = try await fixture.events()
        #expect(events.map(\.kind) == [change.kind])
        #expect(events.first?.operatorCommand == "a command")
        #expect(events.first?.occurredAt == AdministrationFixture.time)
        #expect(events.first?.details.members.suffix(2).map(\.name) == ["actor", "command"])
    }
}
