// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import Foundation
import TestLimits
import Testing

@MainActor
@Suite(.turnLimit)
struct WebSessionTests {
    private final class Anchors: NSObject, ASWebAuthenticationPresentationContextProviding {
        private let window = ASPresentationAnchor()

        func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { window }
    }

    private let simulator = AppleSimulator()
    private let anchors = Anchors()

    /// The callback of a session, which `configure` may change, start or cancel before it starts.
    private func open(
        _ callback: ASWebAuthenticationSession.Callback, configure: (ASWebAuthenticationSession) -> Void = { _ in }
    ) async throws -> URL {
        let page = try #require(URL(string: "https://login.example.com/authorize"))
        return try await withCheckedThrowingContinuation { continuation in
            let session = ASWebAuthenticationSession(url: page, callback: callback) { @Sendable url, error in
                continuation.resume(with: url.map { .success($0) } ?? .failure(error ?? CancellationError()))
            }
            session.presentationContextProvider = anchors
            configure(session)
            session.start()
        }
    }

    @Test
    func `a session returns the URL that its page goes to`() async throws {
        simulator.set { $0.browser = { page in URL(string: "/callback?code=1&from=\(page.path)", relativeTo: page) } }
        simulator.set { $0.associatedDomains = ["login.example.com"] }
        let url = try await simulator.run {
            try await open(.https(host: "login.example.com", path: "/callback")) {
                $0.prefersEphemeralWebBrowserSession = true
            }
        }
        #expect(url.absoluteString == "https://login.example.com/callback?code=1&from=/authorize")
        #expect(simulator.records.webSessions.map(\.isEphemeral) == [true])
    }

    @Test
    func `a closed page is a canceled login`() async {
        await simulator.run { #expect(await error { try await open(.customScheme("app")) }?.code == 1) }
    }

    @Test
    func `a page of another scheme is a canceled login`() async {
        simulator.set { $0.browser = { _ in URL(string: "other:/callback") } }
        await simulator.run { #expect(await error { try await open(.customScheme("app")) }?.code == 1) }
    }

    @Test
    func `a callback at a foreign host is a canceled login`() async {
        simulator.set { $0.browser = { _ in URL(string: "https://foreign.example/callback") } }
        let callback = ASWebAuthenticationSession.Callback.https(host: "foreign.example", path: "/callback")
        await simulator.run { #expect(await error { try await open(callback) }?.code == 1) }
    }

    @Test
    func `an app that cancels its session is called`() async throws {
        let simulator = simulator
        simulator.set { state in
            state.browser = { _ in
                try await simulator.wait { _ in false }
                return nil
            }
        }
        // The simulator holds the closure, and the closure the simulator.
        defer { simulator.set { $0.browser = { _ in nil } } }
        await simulator.run {
            nonisolated(unsafe) var session: ASWebAuthenticationSession?
            async let failure = error { try await open(.customScheme("app")) { session = $0 } }
            try? await simulator.wait { $0.records.webSessions.count == 1 }
            session?.cancel()
            let reported = await failure
            #expect(reported?.domain == ASWebAuthenticationSessionErrorDomain)
            #expect(reported?.code == 1)
        }
    }
}
