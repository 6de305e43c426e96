// SPDX-License-Identifier: Apache-2.0

import ClientContract
import WebAuthnMessages

extension PasskeyClient {
    /// Offers passkeys in the suggestions of a field with the content type `.username`, and returns when the user has
    /// signed in with one.
    ///
    /// Call it while the field is visible, and cancel its task when it disappears. It stays armed while other sheets
    /// come and go, and while the server can't be reached, and renews its challenge before it expires. It ends with
    /// ``PasskeyError/canceled`` when the user signs in otherwise, or when another field asks.
    ///
    /// - Parameter onPick: Called when the user has picked a passkey. An error before that is of no interest to the
    ///   user.
    @available(macOS, unavailable)
    @available(macCatalyst, unavailable)
    @MainActor
    public func signInWithAutoFill(onPick: @MainActor () -> Void = {}) async throws(PasskeyError) -> SignInResult {
        if context.options.fake != nil {
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
            throw .canceled
        }
        let signIns = await keeper.signIns
        let number = authorizer.beginAutoFill()
        var pause = AutoFillPause()
        while true {
            await authorizer.waitUntilIdle()
            guard !Task.isCancelled, authorizer.isLatestAutoFill(number), await keeper.signIns == signIns else {
                throw .canceled
            }
            switch try await offer() {
            case .picked(let started, let response):
                onPick()
                return try await finish(started, with: response)
            case .interrupted: pause.reset()
            case .failed: await pause.wait()
            }
        }
    }

    /// The outcome of one offer.
    private enum AutoFillOffer {
        case picked(Started, DeviceResponse)
        /// This client has ended it: something is shown, or the challenge is too old.
        case interrupted
        /// It may work later.
        case failed
    }

    @available(macOS, unavailable)
    @available(macCatalyst, unavailable)
    @MainActor
    private func offer() async throws(PasskeyError) -> AutoFillOffer {
        // The window comes with the first scene, which may be later than the field.
        guard let anchor = context.options.anchor() else { return .failed }
        let (started, options): (Started, RequestOptions)
        do throws(PasskeyError) {
            (started, options) = try await beginSignIn()
        } catch {
            if Task.isCancelled { throw .canceled }
            // Waiting helps nothing.
            if case .misconfigured = error { throw error }
            return .failed
        }
        let requests = CeremonyRequests.authentication(options, of: started.relyingPartyID)
        // Renewed shortly before it expires.
        let limit = Duration.seconds(max((options.timeout ?? 300_000) / 1000 - 30, 1))
        do throws(DeviceError) {
            let credential = try await authorizer.perform(requests, as: .autoFill, in: anchor, limit: limit)
            guard case .passkey(let response) = credential else { return .failed }
            return .picked(started, response)
        } catch {
            if Task.isCancelled { throw .canceled }
            if error.isFromHere { return .interrupted }
            let reason = error.passkeyError(of: .authentication, at: started.relyingPartyID)
            // The system says this at once while the screen is locked or another request is pending, and also when the
            // user closes the sheet of a suggestion.
            if reason == .canceled || reason == .timedOut { return .failed }
            report(error, meaning: reason, in: started)
            throw reason
        }
    }
}

/// The time until AutoFill is armed again after a failure: from a second on, twice as long each time, at most a minute.
struct AutoFillPause {
    /// Waits. Tests have a clock of their own.
    @TaskLocal static var sleep: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }

    private var seconds = 1
    private var lastFailure: ContinuousClock.Instant?

    mutating func reset() {
        seconds = 1
    }

    mutating func wait() async {
        // An offer that has stood for a while has failed for another reason.
        if let lastFailure, ContinuousClock.now - lastFailure > .seconds(10) { reset() }
        let pause = Duration.seconds(seconds)
        seconds = min(2 * seconds, 60)
        await Self.sleep(pause)
        lastFailure = .now
    }
}
