// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import Foundation
import FoundationNetworking
import POSIX
import SoftwareAuthenticator
import TestSupport
import Testing

@testable import Thumbturn

extension SDKTests {
    @MainActor @Suite struct PasskeysTests {
        @Test func `a passkey is listed, renamed and deleted`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.addSecurityKey()
            let passkey = try await app.ownPasskey()
            try await app.run { client async throws in
                #expect(passkey.createdWith == "Apple Passwords")
                #expect(passkey.isSynced && passkey.isBackedUp)
                let renamed = try await client.passkeys.rename(passkey, to: "Work phone")
                #expect(renamed.name == "Work phone")
                #expect(try await client.passkeys.rename(renamed, to: nil).name == nil)
                try await client.passkeys.remove(passkey)
                #expect(app.device.authenticator.credentials.isEmpty)
            }
        }

        @Test func `a session goes on without another passkey, and ends with its own`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.addSecurityKey()
            let passkeys = try await app.run { try await $0.passkeys.list() }
            try await app.run { client async throws in
                try await client.passkeys.remove(try #require(passkeys.first { !$0.isSynced }))
                #expect(try await client.passkeys.list().count == 1)
            }
            try await app.addSecurityKey()
            try await app.run { client async throws in
                var states = client.sessionStates.makeAsyncIterator()
                _ = await states.next()
                try await client.passkeys.remove(try #require(passkeys.first { $0.isSynced }))
                await #expect(throws: PasskeyError.notSignedIn) { try await client.passkeys.list() }
                #expect(await states.next() == .signedOut(.expired))
            }
        }

        @Test func `a second passkey is added on a security key, and only one`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.run { client async throws in
                app.device.set { $0.means = .securityKey }
                let added = try await client.passkeys.add(to: .securityKey)
                #expect(!added.isSynced)
                await #expect(throws: PasskeyError.alreadyRegistered) {
                    try await client.passkeys.add(to: .securityKey)
                }
                #expect(try await client.passkeys.list().count == 2)
            }
        }

        @Test func `where the server wants a newer sign-in, the user signs in again, and once`() async throws {
            let app = TestApp("ios-strict")
            try await app.signUp()
            try await app.addSecurityKey()
            let passkey = try await app.ownPasskey()
            let begun = Date()
            try await app.run { client async throws in
                // A sign-in is good for four seconds, on the clock of the server.
                while Date().timeIntervalSince(begun) < 5.1 { try await Task.sleep(for: .milliseconds(50)) }
                let sheets = app.device.records.shownSheets
                try await client.passkeys.remove(passkey)
                #expect(app.device.records.shownSheets == sheets + 1)
            }
        }

        @Test func `the sign-in for a change has to be by the same user`() async throws {
            let device = AppleSimulator.withApp()
            let app = TestApp("ios-strict", on: device)
            let other = TestApp("ios-strict", on: device) { $0.keychain = KeychainPlace(service: "other") }
            try await other.signUp()
            try await app.signUp()
            try await app.addSecurityKey()
            let passkey = try await app.ownPasskey()
            let begun = Date()
            try await app.run { client async throws in
                device.authenticator.remove([UInt8](passkey.credentialID))
                while Date().timeIntervalSince(begun) < 5.1 { try await Task.sleep(for: .milliseconds(50)) }
                await #expect(throws: PasskeyError.wrongAccount) { try await client.passkeys.remove(passkey) }
                #expect(try await client.user()?.email == app.email)
                #expect(try await client.passkeys.list().count == 2)
            }
        }

        @Test func `the account is deleted with a passkey, and nobody signs in to it any longer`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.addSecurityKey()
            try await app.run { client async throws in
                var states = client.sessionStates.makeAsyncIterator()
                _ = await states.next()
                app.device.set { $0.nextFailure = (code: 1004, reason: "It failed.") }
                await #expect(throws: PasskeyError.unexpectedResponse) { try await client.deleteAccount() }
                // The removal of a passkey ends the token that the first attempt got.
                try await client.passkeys.remove(try #require(try await client.passkeys.list().first { !$0.isSynced }))
                let days = try await client.deleteAccount().timeIntervalSinceNow / 86_400
                #expect((2.9...3).contains(days))
                #expect(await states.next() == .signedOut(.signedOut))
                await #expect(throws: PasskeyError.accountToBeDeleted) { try await client.signIn() }
            }
        }

        @Test func `nobody who is signed out has passkeys`() async throws {
            let app = TestApp()
            await #expect(throws: PasskeyError.notSignedIn) { try await app.run { try await $0.passkeys.list() } }
        }

        @Test func `an older system is not told about passkeys, and a newer one by its own class`() async throws {
            for (missing, isTold) in [
                (Set<DeviceAbility>(), true), ([.credentialDataManager], true),
                ([.credentialDataManager, .credentialUpdater], false),
            ] {
                try await DeviceAbility.$missing.withValue(missing) {
                    let app = TestApp()
                    try await app.signUp()
                    try await app.addSecurityKey()
                    let passkey = try await app.ownPasskey()
                    try await app.run { try await $0.passkeys.remove(passkey) }
                    #expect(app.device.authenticator.credentials.isEmpty == isTold)
                }
            }
        }

        @Test func `a list from before a new passkey does not remove it from the device`() async throws {
            let gate = AsyncGate()
            let isHolding = Locked(false)
            let app = TestApp(
                transport: SocketTransport { request in
                    let isList = request.httpMethod == "GET" && request.url?.path.hasPrefix("/me/") == true
                    return isList && isHolding.withLock { $0 } ? .responseHeld(gate) : .arrives
                })
            app.device.set { $0.means = .anotherDevice }
            try await app.signUp()
            try await app.waitForSynchronization()
            try await app.run { client async throws in
                isHolding.withLock { $0 = true }
                let list = Task { try await client.passkeys.list() }
                #expect(await eventually { gate.arrivals > 0 })
                app.device.set { $0.means = .thisDevice }
                try await client.passkeys.add()
                gate.open()
                #expect(try await list.value.count == 1)
                #expect(app.device.authenticator.credentials.count == 1)
            }
        }

        @Test func `a password manager that rejects a signal changes nothing`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.addSecurityKey()
            app.device.set { $0.acceptsSignals = false }
            let passkey = try await app.ownPasskey()
            try await app.run { try await $0.passkeys.remove(passkey) }
            #expect(app.device.authenticator.credentials.count == 1)
        }

        @Test func `the only passkey is not deleted`() async throws {
            let app = TestApp()
            try await app.signUp()
            let passkey = try await app.ownPasskey()
            let error = await #expect(throws: PasskeyError.self) {
                try await app.run { try await $0.passkeys.remove(passkey) }
            }
            guard case .server("sign-in.last-credential", _, _)? = error else {
                Issue.record("\(error as Any)")
                return
            }
        }
    }
}
