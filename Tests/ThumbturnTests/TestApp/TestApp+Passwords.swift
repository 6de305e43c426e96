// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import FoundationNetworking
import WireFormats

@testable import Thumbturn

/// An application whose users may have passwords.
extension TestApp {
    static let password = "correct horse 7 staples"
    static let connectionWithRules = "Members"

    static func withPasswords(
        on device: AppleSimulator = .withApp(), transport: SocketTransport = SocketTransport(),
        _ configure: (inout PasskeyClient.Options) -> Void = { _ in }
    ) -> TestApp {
        TestApp("ios-passwords", on: device, transport: transport, configure)
    }

    /// Signs a new user up with a password.
    @discardableResult
    func signUpWithPassword() async throws -> SignInResult {
        try await run { try await $0.signUp(email: email, password: Self.password, name: "Ada") }
    }

    /// Signs a new user up with a password, and gives the account a passkey of this device, which settles.
    func signUpWithBoth() async throws {
        try await signUpWithPassword()
        _ = try await run { try await $0.passkeys.add() }
        try SDKServer.settlePasskeys()
        await client.signOut()
    }

    /// Has the device save a password for the user.
    func save(_ password: String = Self.password) {
        device.set { $0.savedPasswords = [SimulatorState.SavedPassword(user: email, password: password)] }
    }

    /// Signs in with what the system fills into the fields of a form.
    func signInWithFilledFields() async throws -> SignInResult? {
        guard let saved = device.fillPassword() else { return nil }
        return try await run { try await $0.signIn(email: saved.user, password: saved.password) }
    }

    func signsIn(with password: String) async throws -> Bool {
        do {
            _ = try await run { try await $0.signIn(email: email, password: password) }
            return true
        } catch PasskeyError.wrongPassword {
            return false
        }
    }
}

extension SocketTransport {
    /// The number of requests so far whose body has a text.
    func count(containing text: String) -> Int {
        let paths = ["/dbconnections/signup", "/oauth/token", "/me/v1/authentication-methods/password|new/verify"]
        return paths.flatMap(sent).count { request in
            request.httpBody.map { String(decoding: $0, as: UTF8.self).contains(text) } ?? false
        }
    }
}
