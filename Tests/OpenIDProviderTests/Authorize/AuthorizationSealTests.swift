// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

@Suite struct AuthorizationSealTests {
    private static let now = ProviderFixture.start
    private static let browser = [UInt8](repeating: 3, count: 32)
    private let seal = AuthorizationSeal(key: .generate())

    private func later(_ seconds: Int64) -> Timestamp {
        Timestamp(secondsSince1970: Self.now.secondsSince1970 + seconds)
    }

    private func transaction() async throws -> AuthorizationTransaction {
        AuthorizationTransaction(
            request: try await AuthorizationFixture().request(), browser: Self.browser, beganAt: Self.now,
            expiresAt: later(600))
    }

    private func error(_ text: String, browser: [UInt8]? = browser, after seconds: Int64 = 0) -> AuthorizationPageError?
    {
        do throws(AuthorizationPageError) {
            _ = try seal.openTransaction(text, browser: browser, at: later(seconds))
            return nil
        } catch {
            return error
        }
    }

    // MARK: Transactions

    @Test func `a transaction comes back with its progress`() async throws {
        var transaction = try await transaction()
        #expect(try seal.openTransaction(seal.seal(transaction), browser: Self.browser, at: Self.now) == transaction)
        transaction.progress.isPasskeyOffered = true
        #expect(try seal.openTransaction(seal.seal(transaction), browser: Self.browser, at: Self.now) == transaction)
        let user = UserID(rawValue: "auth0|1")
        transaction.progress = AuthorizationProgress().authenticated(user, at: later(5)).consented(user)
        #expect(try seal.openTransaction(seal.seal(transaction), browser: Self.browser, at: Self.now) == transaction)
    }

    @Test func `a transaction is good in its own browser only`() async throws {
        let text = seal.seal(try await transaction())
        #expect(error(text, browser: [UInt8](repeating: 4, count: 32)) == .transactionBrowserMismatch)
        #expect(error(text, browser: []) == .transactionBrowserMismatch)
        #expect(error(text, browser: nil) == .transactionBrowserMismatch)
    }

    @Test func `a transaction expires`() async throws {
        let text = seal.seal(try await transaction())
        #expect(error(text, after: 599) == nil)
        #expect(error(text, after: 600) == .transactionExpired)
    }

    @Test func `a changed or foreign transaction is rejected`() async throws {
        let transaction = try await transaction()
        let bytes = try #require(Base64URL.decode(seal.seal(transaction)))
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            changed[index] ^= 1
            #expect(error(Base64URL.encode(changed)) == .transactionNotIssuedHere)
        }
        #expect(error(AuthorizationSeal(key: .generate()).seal(transaction)) == .transactionNotIssuedHere)
        #expect(error("") == .transactionNotIssuedHere)
        #expect(error(String(repeating: "A", count: 40_000)) == .transactionNotIssuedHere)
    }

    @Test func `a transaction that is longer than any of this server is rejected`() async throws {
        let transaction = { (length: Int) in
            var request = try await AuthorizationFixture().request()
            request.nonce = String(repeating: "a", count: length)
            return AuthorizationTransaction(
                request: request, browser: Self.browser, beganAt: Self.now, expiresAt: later(600))
        }
        #expect(error(seal.seal(try await transaction(20_000))) == nil)
        #expect(error(seal.seal(try await transaction(25_000))) == .transactionNotIssuedHere)
    }

    @Test func `the steps of another user don't count`() {
        let (one, other) = (UserID(rawValue: "auth0|1"), UserID(rawValue: "auth0|2"))
        let progress = AuthorizationProgress().authenticated(one, at: Self.now)
        #expect(progress.consented(one).authenticatedAt == Self.now)
        #expect(progress.consented(other).authenticatedAt == nil)
        #expect(progress.selected(other).user == other)
        #expect(progress.consented(one).authenticated(other, at: Self.now).hasConsented == false)
    }

    // MARK: Pushed requests

    private func uri(
        _ changes: KeyValuePairs<String, String> = [:], client: String = "backend", issuedTo: String? = nil,
        source: AuthorizationValidation.Source = .pushed
    ) throws -> String {
        try seal.seal(
            PushedRequest(
                client: issuedTo ?? client, parameters: AuthorizationFixture.parameters(changes, client: client),
                source: source, expiresAt: later(60)))
    }

    private func rejection(
        _ uri: String, client: String = "backend", after seconds: Int64 = 0
    ) async throws -> AuthorizationRejection? {
        let fixture = try await AuthorizationFixture()
        let parameters = try AuthorizationParameters([
            .init(name: "client_id", value: client), .init(name: "request_uri", value: uri),
        ])
        do throws(AuthorizationRejection) {
            _ = try fixture.validation.validate(parameters, seal: seal, at: later(seconds))
            return nil
        } catch {
            return error
        }
    }

    @Test func `a pushed request has the parameters that were pushed`() async throws {
        let fixture = try await AuthorizationFixture()
        let parameters = try AuthorizationParameters([
            .init(name: "client_id", value: "backend"), .init(name: "state", value: "other"),
            .init(name: "request_uri", value: uri(["nonce": "n-1"])),
        ])
        let request = try fixture.validation.validate(parameters, seal: seal, at: Self.now).request
        #expect(request.nonce == "n-1")
        #expect(request.target.state == "s-1")
    }

    @Test func `a pushed request belongs to its client and expires`() async throws {
        #expect(try await rejection(uri(), after: 59) == nil)
        #expect(try await rejection(uri(), after: 60) == .page(.requestURIExpired))
        #expect(try await rejection(uri(), client: "partner") == .page(.requestURIClientMismatch))
        #expect(try await rejection(uri(client: "partner", issuedTo: "backend")) == .page(.requestURIClientMismatch))
        #expect(try await rejection(uri(), client: "nobody") == .page(.clientUnknown))
    }

    @Test func `a reference that was not issued here is rejected`() async throws {
        let prefix = "urn:ietf:params:oauth:request_uri:"
        #expect(try await rejection(prefix) == .page(.requestURINotIssuedHere))
        #expect(try await rejection(prefix + "AAAA") == .page(.requestURINotIssuedHere))
        #expect(try await rejection(uri() + "A") == .page(.requestURINotIssuedHere))
        let transaction = seal.seal(try await transaction())
        #expect(try await rejection(prefix + transaction) == .page(.requestURINotIssuedHere))
        #expect(error(String(try uri().dropFirst(prefix.count))) == .transactionNotIssuedHere)
    }

    @Test func `a pushed request is opened for its client only`() throws {
        #expect(throws: AuthorizationPageError.requestURIClientMismatch) {
            try seal.openPushedRequest(try uri(), client: "partner", at: Self.now)
        }
    }

    @Test func `a request_uri of another kind is an error for the client`() async throws {
        let fixture = try await AuthorizationFixture()
        let parameters = try AuthorizationFixture.parameters(["request_uri": "https://app.example.com/request"])
        #expect {
            try fixture.validation.validate(parameters, seal: seal, at: Self.now)
        } throws: { error in
            guard case .response(.requestURINotSupported, _)? = error as? AuthorizationRejection else { return false }
            return true
        }
    }

    @Test func `a reference has one prefix`() throws {
        let uri = try uri()
        let other = "URN" + uri.dropFirst(3)
        #expect(try seal.openPushedRequest(uri, client: "backend", at: Self.now).client == "backend")
        #expect(throws: AuthorizationPageError.requestURINotIssuedHere) {
            try seal.openPushedRequest(other, client: "backend", at: Self.now)
        }
    }

    @Test func `pushed parameters are validated when they are used`() async throws {
        let foreign = try uri(["redirect_uri": "https://evil.example/"])
        #expect(try await rejection(foreign) == .page(.redirectURINotRegistered))
        guard case .response(.requestURINotSupported, _)? = try await rejection(uri(["request_uri": "urn:x"])) else {
            Issue.record("a request_uri inside a pushed request was accepted")
            return
        }
    }

    @Test func `only a request from the client itself counts as pushed`() async throws {
        #expect(try await rejection(uri(client: "pushing"), client: "pushing") == nil)
        guard
            case .response(.pushedRequestRequired, _)? = try await rejection(
                uri(client: "pushing", source: .browser), client: "pushing")
        else {
            Issue.record("a request from the browser counted as pushed")
            return
        }
    }

    @Test func `a request that would not fit into a URL can't be pushed`() {
        #expect(throws: AuthorizationPageError.requestTooLarge) {
            try uri(["ext-data": String(repeating: "a", count: 12_000)])
        }
    }
}
