// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import Foundation

// Source: Apple's documentation. iOS 12, macOS 10.15, visionOS 1. The text is unverified.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

// Source: Apple's header, an NS_ERROR_ENUM. iOS 12, macOS 10.15, visionOS 1; two codes from iOS 13 on.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
public struct ASWebAuthenticationSessionError: CustomNSError, _BridgedStoredNSError, Hashable {
    public let _nsError: NSError

    public init(_nsError error: NSError) { _nsError = error }

    public static var errorDomain: String { ASWebAuthenticationSessionErrorDomain }
    public static var _nsErrorDomain: String { ASWebAuthenticationSessionErrorDomain }

    /// A structure for the reason that `ASAuthorizationError.Code` is one.
    public struct Code: RawRepresentable, Hashable, Sendable, _ErrorCodeProtocol {
        public typealias _ErrorType = ASWebAuthenticationSessionError

        public let rawValue: Int

        public init?(rawValue: Int) { self.rawValue = rawValue }

        private init(_ rawValue: Int) { self.rawValue = rawValue }

        public static var canceledLogin: Code { Code(1) }

        @available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
        public static var presentationContextNotProvided: Code { Code(2) }

        @available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
        public static var presentationContextInvalid: Code { Code(3) }
    }

    public static var canceledLogin: Code { .canceledLogin }

    @available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
    public static var presentationContextNotProvided: Code { .presentationContextNotProvided }

    @available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
    public static var presentationContextInvalid: Code { .presentationContextInvalid }
}

// Source: Apple's documentation. iOS 13, macOS 10.15, visionOS 1.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
@MainActor
public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

// Source: Apple's documentation. iOS 12, macOS 10.15, visionOS 1, neither Sendable nor on an actor. A started session
// keeps itself alive until it has called its completion handler.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
open class ASWebAuthenticationSession: NSObject {
    // Source: Apple's documentation. Not Sendable, and no thread is promised: this double calls it off the main actor.
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    // Source: Apple's documentation. iOS 17.4, macOS 14.4, visionOS 1.1.
    @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
    open class Callback: NSObject, @unchecked Sendable {
        fileprivate let simulated: SimulatedWebSession.Callback

        required public init(_simulated simulated: SimulatedWebSession.Callback) {
            self.simulated = simulated
            super.init()
        }

        public class func customScheme(_ customScheme: String) -> Self {
            Self(_simulated: .customScheme(customScheme))
        }

        // The host needs an associated domain of the kind `webcredentials`.
        public class func https(host: String, path: String) -> Self {
            Self(_simulated: .https(host: host, path: path))
        }

        public func matchesURL(_ url: URL) -> Bool { simulated.matches(url) }
    }

    // Source: Apple's documentation. iOS 13, macOS 10.15, visionOS 1.
    @available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
    open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)? {
        get { storedProvider }
        set { storedProvider = newValue }
    }

    // Source: Apple's documentation. iOS 13, macOS 10.15, visionOS 1.
    @available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
    open var prefersEphemeralWebBrowserSession: Bool {
        get { isEphemeral }
        set { isEphemeral = newValue }
    }

    // Source: Apple's documentation. iOS 17.4, macOS 14.4, visionOS 1.1. The names must begin with `X-`.
    @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
    open var additionalHeaderFields: [String: String]? {
        get { headerFields }
        set { headerFields = newValue }
    }

    private let url: URL
    private let callback: SimulatedWebSession.Callback?
    private let completionHandler: CompletionHandler
    private let system = AppleDouble.system
    private weak var storedProvider: (any ASWebAuthenticationPresentationContextProviding)?
    private var isEphemeral = false
    private var headerFields: [String: String]?
    private var running: Task<Void, Never>?
    private var isCanceled = false

    // Source: Apple's documentation. iOS 12, macOS 10.15, visionOS 1, to be deprecated for the other one.
    @available(iOS, introduced: 12.0, deprecated: 100000.0, renamed: "init(url:callback:completionHandler:)")
    @available(macOS, introduced: 10.15, deprecated: 100000.0, renamed: "init(url:callback:completionHandler:)")
    @available(visionOS, introduced: 1.0, deprecated: 100000.0, renamed: "init(url:callback:completionHandler:)")
    public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {
        self.url = url
        callback = callbackURLScheme.map { .customScheme($0) }
        self.completionHandler = completionHandler
        super.init()
    }

    // Source: Apple's documentation. iOS 17.4, macOS 14.4, visionOS 1.1.
    @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
    public init(url: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {
        self.url = url
        self.callback = callback.simulated
        self.completionHandler = completionHandler
        super.init()
    }

    // Source: Apple's documentation. iOS 13.4, macOS 10.15.4, visionOS 1.
    @available(iOS 13.4, macOS 10.15.4, visionOS 1.0, *)
    open var canStart: Bool { running == nil && !isCanceled && storedProvider != nil }

    // Starts once. Methods of Objective-C have discardable results.
    @discardableResult
    open func start() -> Bool {
        guard running == nil, !isCanceled else { return false }
        nonisolated(unsafe) let session = self
        guard storedProvider != nil else {
            running = Task {
                session.completionHandler(
                    nil, ASWebAuthenticationSessionError(.presentationContextNotProvided))
            }
            return false
        }
        let request = SimulatedWebSession(
            url: url, callback: callback, isEphemeral: isEphemeral, additionalHeaderFields: headerFields ?? [:])
        running = Task {
            do {
                session.completionHandler(try await session.open(request), nil)
            } catch is UnreportedCancellation {
            } catch is CancellationError {
                session.completionHandler(nil, ASWebAuthenticationSessionError(.canceledLogin))
            } catch {
                session.completionHandler(nil, error)
            }
        }
        return true
    }

    open func cancel() {
        isCanceled = true
        running?.cancel()
    }

    @MainActor
    private func open(_ request: SimulatedWebSession) async throws -> URL {
        guard let system else { throw AppleDouble.noSystem }
        _ = storedProvider?.presentationAnchor(for: self)
        return try await system.openWebSession(request)
    }
}
