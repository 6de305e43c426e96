// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import ClientContract

/// Shows the server's pages in the system's browser session. There everything works that works in Safari, other
/// providers' passkeys included; in a web view of the application they don't.
@MainActor
final class BrowserSession: NSObject, AuthorizerRun, ASWebAuthenticationPresentationContextProviding {
    private let anchor: ASPresentationAnchor
    private var session: ASWebAuthenticationSession?
    private var continuation: CheckedContinuation<Result<URL, PasskeyError>, Never>?

    init(in anchor: ASPresentationAnchor) {
        self.anchor = anchor
        super.init()
    }

    nonisolated static var allowsHTTPSCallbacks: Bool {
        guard #available(iOS 17.4, macOS 14.4, visionOS 1.1, *) else { return false }
        return DeviceAbility.httpsCallback.isThere
    }

    /// Opens a page, and returns the callback that it ends with.
    func open(_ url: URL, until callback: URL, isPrivate: Bool) async throws(PasskeyError) -> URL {
        let result: Result<URL, PasskeyError> = await withTaskCancellationHandler {
            guard !Task.isCancelled else { return .failure(.canceled) }
            return await withCheckedContinuation { continuation in
                self.continuation = continuation
                start(url, until: callback, isPrivate: isPrivate)
            }
        } onCancel: {
            Task { @MainActor in cancel() }
        }
        return try result.get()
    }

    private func start(_ url: URL, until callback: URL, isPrivate: Bool) {
        guard let session = makeSession(url, until: callback) else { return finish(.failure(.notSupported)) }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = isPrivate
        self.session = session
        if !session.start() { finish(.failure(.notSupported)) }
    }

    private func makeSession(_ url: URL, until callback: URL) -> ASWebAuthenticationSession? {
        let completion: @Sendable (URL?, (any Error)?) -> Void = { url, error in
            let result = Self.result(url, error)
            Task { @MainActor in self.finish(result) }
        }
        guard callback.scheme == "https" else {
            return ASWebAuthenticationSession(
                url: url, callbackURLScheme: callback.scheme, completionHandler: completion)
        }
        guard Self.allowsHTTPSCallbacks, #available(iOS 17.4, macOS 14.4, visionOS 1.1, *), let host = callback.host
        else { return nil }
        return ASWebAuthenticationSession(
            url: url, callback: .https(host: host, path: callback.path), completionHandler: completion)
    }

    private nonisolated static func result(_ url: URL?, _ error: (any Error)?) -> Result<URL, PasskeyError> {
        if let url { return .success(url) }
        let isCanceled = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
        return .failure(isCanceled ? .canceled : .notSupported)
    }

    /// The system may not call back for a session that the application cancels.
    private func cancel() {
        session?.cancel()
        finish(.failure(.canceled))
    }

    func cancelAndWait() async {
        cancel()
    }

    private func finish(_ result: Result<URL, PasskeyError>) {
        continuation?.resume(returning: result)
        continuation = nil
        session = nil
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
}

extension PasskeyClient {
    /// Signs a user in on the server's pages.
    @MainActor
    public func signInWithBrowser(
        _ signIn: BrowserSignIn = BrowserSignIn()
    ) async throws(PasskeyError) -> SignInResult {
        guard context.options.fake == nil else { return try await self.signIn() }
        return try await authorizer.showing { () async throws(PasskeyError) in
            let key = context.options.usesDPoP ? ProofKey() : nil
            guard let anchor = context.options.anchor(),
                let callback = signIn.callback(in: context, bundle: Bundle.main.bundleIdentifier)
            else { throw .notSupported }
            let request = AuthorizationRequest(redirectURI: callback.absoluteString)
            guard let url = request.url(for: signIn, in: context, key: key) else { throw .notSupported }
            let session = BrowserSession(in: anchor)
            guard await authorizer.begin(session) else { throw .canceled }
            defer { authorizer.end(session) }
            let response = try await session.open(url, until: callback, isPrivate: signIn.isPrivate)
            let answer = try await send(.tokens(request.body(for: response, in: context)), provingWith: key)
            let user = try await keeper.begin(with: answer, for: mainPurpose, key: key, nonce: request.nonce)
            await gateKeeper.noteSignIn()
            synchronizeDevice()
            return SignInResult(
                user: user, credentialID: nil, usedAnotherDevice: false, extensions: ExtensionResults())
        }
    }
}
