// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices

/// Has the system show its sheets, one at a time: it rejects a second request of an application.
///
/// The last request wins, counted from the call of the application: one that comes back from the network after a later
/// one was made is canceled, and closes nothing. A request for AutoFill waits until no sheet is wanted, and is armed
/// again afterwards.
@MainActor
final class Authorizer {
    /// The way in which the system shows its requests.
    enum Presentation {
        case modal
        /// Only if this device has a passkey, or a password where one is offered.
        case immediate
        /// In the suggestions of a field.
        case autoFill
    }

    /// The origin of a request to show something.
    enum Wish {
        /// The user, who wants it instead of what is shown.
        case sheet
        /// The application, without a request of the user: it is done only if nothing is in its way.
        case quiet
    }

    /// The number of the request that the current task makes.
    @TaskLocal private static var turn: Int?

    private var lastTurn = 0
    private var lastAutoFill = 0
    private var current: (any AuthorizerRun)?
    private var sheets = 0
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var waits = 0

    nonisolated init() {}

    /// Runs what shows a sheet. Outdates the requests from before, and ends what is pending.
    func showing<Result: Sendable>(
        as wish: Wish = .sheet, _ body: @MainActor () async throws(PasskeyError) -> Result
    ) async throws(PasskeyError) -> Result {
        if let turn = Self.turn {
            // A part of a request, such as the sign-in before a change.
            guard turn == lastTurn else { throw .canceled }
            return try await body()
        }
        if wish == .quiet, sheets > 0 { throw .canceled }
        lastTurn += 1
        let turn = lastTurn
        sheets += 1
        defer {
            sheets -= 1
            if sheets == 0 {
                for continuation in waiting.values { continuation.resume() }
                waiting = [:]
            }
        }
        await current?.cancelAndWait()
        let result = await Self.$turn.withValue(turn) {
            do throws(PasskeyError) {
                return Swift.Result<Result, PasskeyError>.success(try await body())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Returns when no sheet is wanted, or when the task is canceled.
    func waitUntilIdle() async {
        guard sheets > 0 else { return }
        waits += 1
        let id = waits
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { continuation.resume() } else { waiting[id] = continuation }
            }
        } onCancel: {
            Task { @MainActor in waiting.removeValue(forKey: id)?.resume() }
        }
    }

    /// Begins an offer of passkeys in a field, which outdates an earlier one.
    func beginAutoFill() -> Int {
        lastAutoFill += 1
        return lastAutoFill
    }

    func isLatestAutoFill(_ number: Int) -> Bool { number == lastAutoFill }

    /// Performs requests until the system or the user has responded.
    ///
    /// - Parameter limit: The time after which they are canceled.
    func perform(
        _ requests: [ASAuthorizationRequest], as presentation: Presentation, in anchor: ASPresentationAnchor,
        limit: Duration? = nil
    ) async throws(DeviceError) -> DeviceCredential {
        let run = AuthorizationRun(requests, in: anchor)
        guard await begin(run, isAutoFill: presentation == .autoFill) else { throw .canceledHere }
        defer { end(run) }
        let timer = limit.map { limit in
            Task { @MainActor in
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                run.cancel()
            }
        }
        defer { timer?.cancel() }
        return try await run.perform(as: presentation)
    }

    /// Ends what is pending in favor of a run. Returns `false` if a later request has outdated it.
    func begin(_ run: any AuthorizerRun, isAutoFill: Bool = false) async -> Bool {
        // Several may wait for the same one, and while one waits, another may begin.
        while isWelcome(isAutoFill: isAutoFill) {
            guard let pending = current else {
                current = run
                return true
            }
            await pending.cancelAndWait()
            if current === pending { current = nil }
        }
        return false
    }

    func end(_ run: any AuthorizerRun) {
        if current === run { current = nil }
    }

    /// Ends a request that has shown nothing, such as one with a password, if a later one was made meanwhile.
    func requireLatest() throws(PasskeyError) {
        guard isLatest else { throw .canceled }
    }

    private var isLatest: Bool { Self.turn == nil || Self.turn == lastTurn }

    private func isWelcome(isAutoFill: Bool) -> Bool { isAutoFill ? sheets == 0 : isLatest }
}

/// One request that the system shows.
@MainActor
protocol AuthorizerRun: AnyObject {
    /// Ends it, and returns when the system has said so.
    func cancelAndWait() async
}

/// One controller, from its start to its callback.
@MainActor
private final class AuthorizationRun: NSObject, AuthorizerRun, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
{
    /// The time that the system may take to call back after a cancellation. One that never does must not block every
    /// later request.
    private static let patience = Duration.seconds(2)

    private let controller: ASAuthorizationController
    private let anchor: ASPresentationAnchor
    private var continuation: CheckedContinuation<Result<DeviceCredential, DeviceError>, Never>?
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isCanceled = false
    private var isDone = false

    init(_ requests: [ASAuthorizationRequest], in anchor: ASPresentationAnchor) {
        controller = ASAuthorizationController(authorizationRequests: requests)
        self.anchor = anchor
        super.init()
        controller.delegate = self
        controller.presentationContextProvider = self
    }

    func perform(as presentation: Authorizer.Presentation) async throws(DeviceError) -> DeviceCredential {
        let result: Result<DeviceCredential, DeviceError> = await withTaskCancellationHandler {
            guard !Task.isCancelled, !isCanceled else {
                finish(.failure(.canceledHere))
                return .failure(.canceledHere)
            }
            return await withCheckedContinuation { continuation in
                // Before the start, because the system may call back at once.
                self.continuation = continuation
                start(as: presentation)
            }
        } onCancel: {
            Task { @MainActor in cancel() }
        }
        return try result.get()
    }

    private func start(as presentation: Authorizer.Presentation) {
        switch presentation {
        case .modal: controller.performRequests()
        case .immediate: controller.performRequests(options: .preferImmediatelyAvailableCredentials)
        case .autoFill:
            #if !os(macOS) && !targetEnvironment(macCatalyst)
                controller.performAutoFillAssistedRequests()
            #endif
        }
    }

    /// The system then calls the delegate.
    func cancel() {
        guard !isDone, !isCanceled else { return }
        isCanceled = true
        controller.cancel()
        Task { @MainActor in
            try? await Task.sleep(for: Self.patience)
            finish(.failure(.canceledHere))
        }
    }

    func cancelAndWait() async {
        guard !isDone else { return }
        cancel()
        await withCheckedContinuation { waiting.append($0) }
    }

    private func finish(_ result: Result<DeviceCredential, DeviceError>) {
        guard !isDone else { return }
        isDone = true
        continuation?.resume(returning: result)
        continuation = nil
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    // MARK: The system's callbacks

    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        if let credential = DeviceCredential(authorization.credential) {
            finish(.success(credential))
        } else {
            finish(.failure(DeviceError(ASAuthorizationError(.invalidResponse))))
        }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        finish(.failure(isCanceled ? .canceledHere : DeviceError(error)))
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { anchor }
}

extension DeviceError {
    /// The application has canceled the request, rather than the user.
    static var canceledHere: DeviceError {
        var error = DeviceError(ASAuthorizationError(.canceled))
        error.isFromHere = true
        return error
    }
}
