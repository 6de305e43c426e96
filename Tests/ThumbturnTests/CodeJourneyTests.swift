// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import TestSupport
import Testing
import WireFormats

@testable import Thumbturn

extension SDKTests {
    /// Codes from a real server's mail.
    @MainActor @Suite struct CodeJourneyTests {
        @Test func `a user without a passkey at hand signs in with the code from the mail`() async throws {
            let first = TestApp("ios-codes") { $0.connection = "Proven" }
            let email = first.email
            _ = try await first.run { client in
                try await client.signUp(email: email) { _ in try await SDKServer.code(to: email) }
            }
            let second = TestApp("ios-codes") { $0.connection = "Proven" }
            let sent = try await second.run { try await $0.sendCode(to: .email(email)) }
            let code = try await SDKServer.code(to: email, inMail: 2)
            await #expect(throws: PasskeyError.wrongCode) {
                try await second.run { try await $0.signIn(with: sent, code: SDKServer.other(than: code)) }
            }
            let result = try await second.run { try await $0.signIn(with: sent, code: code) }
            #expect(result.user.email == email)
            #expect(!result.suggestsPasskey)
            #expect(try await second.run { try await $0.renew().methods } == ["otp"])
        }

        @Test func `a sign-up proves its address, with one passkey prompt also after a wrong code`() async throws {
            let app = TestApp("ios-codes") { $0.connection = "Proven" }
            let email = app.email
            let result = try await app.run { client in
                try await client.signUp(email: email) { request in
                    let code = try await SDKServer.code(to: email)
                    return request.isRepeated ? code : SDKServer.other(than: code)
                }
            }
            #expect(result.user.email == email && result.user.isEmailVerified)
            #expect(app.device.records.shownSheets == 1)
        }

        @Test func `a passkey confirms another address, which a code proves`() async throws {
            let app = TestApp("ios-codes") { $0.connection = "Proven" }
            let (email, new) = (app.email, "new-\(app.email)")
            try await app.run { client in
                _ = try await client.signUp(email: email) { _ in try await SDKServer.code(to: email) }
            }
            try SDKServer.settlePasskeys()
            let user = try await app.run { client in
                let change = try await client.beginAddressChange(to: .email(new))
                return try await client.finishAddressChange(change, code: SDKServer.code(to: new))
            }
            #expect(user.email == new)
            #expect(app.device.records.shownSheets == 2)
        }
    }
}

extension SDKServer {
    /// The code in a mail to an address, which arrives in a moment.
    static func code(to address: String, inMail number: Int = 1) async throws -> String {
        guard let folder = current?.mail else { throw Missing() }
        for _ in 0..<600 {
            if let code = code(to: address, inMail: number, of: folder) { return code }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Missing()
    }

    private static func code(to address: String, inMail number: Int, of folder: String) -> String? {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        let mails = names.compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)") }
            .map { String(decoding: $0, as: UTF8.self) }
        let received = mails.filter { $0.contains("\r\nTo: \(address)\r\n") }
        guard received.count >= number else { return nil }
        let lines: [Substring] = received[number - 1].split(separator: "\r\n")
        return lines.first { $0.count == 6 && $0.allSatisfy(\.isNumber) }.map(String.init)
    }

    /// A code that was not sent.
    static func other(than code: String) -> String { code == "000000" ? "000001" : "000000" }
}
