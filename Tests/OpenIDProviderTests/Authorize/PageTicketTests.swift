// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

@Suite struct PageTicketTests {
    private static let now = ProviderFixture.start
    private static let browser = [UInt8](repeating: 3, count: 32)
    private static let transaction = PageTicket(
        destination: "/account?x=1", host: ProviderFixture.host, browser: browser,
        expiresAt: now.advanced(by: 600))

    private let seal = AuthorizationSeal(key: .generate())

    private func error(
        _ text: String, host: String = ProviderFixture.host, browser: [UInt8]? = browser, after seconds: Int64 = 0
    ) -> AuthorizationPageError? {
        do throws(AuthorizationPageError) {
            _ = try seal.openPageTicket(
                text, host: host, browser: browser, at: Self.now.advanced(by: seconds))
            return nil
        } catch {
            return error
        }
    }

    @Test func `a transaction comes back`() throws {
        let text = seal.seal(Self.transaction)
        #expect(AuthorizationSeal.isPageTicket(text))
        let opened = try seal.openPageTicket(
            text, host: ProviderFixture.host, browser: Self.browser, at: Self.now)
        #expect(opened == Self.transaction)
    }

    @Test func `a transaction is good in its own browser only`() {
        let text = seal.seal(Self.transaction)
        #expect(error(text, browser: [UInt8](repeating: 4, count: 32)) == .transactionBrowserMismatch)
        #expect(error(text, browser: []) == .transactionBrowserMismatch)
        #expect(error(text, browser: nil) == .transactionBrowserMismatch)
    }

    @Test func `a transaction is good at its own host only`() {
        #expect(error(seal.seal(Self.transaction), host: ProviderFixture.otherHost) == .transactionNotIssuedHere)
    }

    @Test func `a transaction expires`() {
        let text = seal.seal(Self.transaction)
        #expect(error(text, after: 599) == nil)
        #expect(error(text, after: 600) == .transactionExpired)
    }

    @Test func `a changed or foreign transaction is rejected`() throws {
        let text = seal.seal(Self.transaction)
        for changed in [
            text + "A", "\(text.dropLast())", "\(text.dropFirst())", "PAGE" + text.dropFirst(4), "page.", "",
        ] {
            #expect(error(changed) == .transactionNotIssuedHere)
        }
        #expect(error(AuthorizationSeal(key: .generate()).seal(Self.transaction)) == .transactionNotIssuedHere)
    }

    @Test func `a transaction of a page and one of a client are not mixed up`() async throws {
        let request = AuthorizationTransaction(
            request: try await AuthorizationFixture().request(), browser: Self.browser, beganAt: Self.now,
            expiresAt: Self.now.advanced(by: 600))
        let text = seal.seal(request)
        #expect(!AuthorizationSeal.isPageTicket(text))
        #expect(error(text) == .transactionNotIssuedHere)
        #expect(error("page." + text) == .transactionNotIssuedHere)
        let page = seal.seal(Self.transaction)
        for changed in [page, String(page.dropFirst("page.".count))] {
            #expect(throws: AuthorizationPageError.transactionNotIssuedHere) {
                try seal.openTransaction(changed, browser: Self.browser, at: Self.now)
            }
        }
    }
}
