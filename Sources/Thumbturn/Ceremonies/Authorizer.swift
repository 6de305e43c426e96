// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices

/// Has the system show its sheets, one at a time: it rejects a second request of an application.
///
/// The last request wins. A request for AutoFill waits until something is shown, and is armed again afterwards.
@MainActor
final class Authorizer {
    /// How the system shows its requests.
    enum Presentation {
        case modal
        /// Only if this device has a passkey.
        case immediate
        /// In the suggestions of a field.
        case autoFill
    }

    private var current: AuthorizationRun?
    private var sheets = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    nonisolated init() {}

    /// Runs what shows a sheet. Ends whatever is pending first.
    func showing<Result>(
        _ body: @MainActor () async throws(PasskeyError) -> Result
    ) async throws(PasskeyError) -> Result {
        sheets += 1
        defer {
            sheets -= 1
            if sheets == 0 {
                for continuation in waiting { continuation.resume() }
                waiting = []
            }
        }
        await current?.cancelAndWait()
        return try await body()
    }

    /// Returns when nothing is shown.
    func waitUntilIdle() async {
        guard sheets > 0 else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Performs requests until the system or the user has responded.
    func perform(
        _ requests: [ASAuthorizationRequest], as presentation: Presentation, in anchor: ASPresentationAnchor
    ) async throws(DeviceError) -> DeviceResponse {
        // While this one waits, another may begin.
        while let pending = current {
            await pending.cancelAndWait()
            if current === pending { current = nil }
        }
        let run = AuthorizationRun(requests, in: anchor)
        current = run
        defer { if current === run { current = nil } }
        return try await run.perform(as: presentation)
    }

    /// Ends a pending request.
    func cancel() {
        current?.cancel()
    }
}

/// One controller, from its start to its callback.
@MainActor
private final class AuthorizationRun: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
{
    private let controller: ASAuthorizationController
    private let anchor: ASPresentationAnchor
    private var continuation: CheckedContinuation<Result<DeviceResponse, DeviceError>, Never>?
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isDone = false

    init(_ requests: [ASAuthorizationRequest], in anchor: ASPresentationAnchor) {
        controller = ASAuthorizationController(authorizationRequests: requests)
        self.anchor = anchor
        super.init()
        controller.delegate = self
        controller.presentationContextProvider = self
    }

    func perform(as presentation: Authorizer.Presentation) async throws(DeviceError) -> DeviceResponse {
        let result: Result<DeviceResponse, DeviceError> = await withTaskCancellationHandler {
            guard !Task.isCancelled else {
                finish(.failure(DeviceError(ASAuthorizationError(.canceled))))
                return .failure(DeviceError(ASAuthorizationError(.canceled)))
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
        controller.cancel()
    }

    func cancelAndWait() async {
        guard !isDone else { return }
        cancel()
        await withCheckedContinuation { waiting.append($0) }
    }

    private func finish(_ result: Result<DeviceResponse, DeviceError>) {
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
        if let response = DeviceResponse(authorization.credential) {
            finish(.success(response))
        } else {
            finish(.failure(DeviceError(ASAuthorizationError(.invalidResponse))))
        }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        finish(.failure(DeviceError(error)))
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { anchor }
}
