// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The seam behind this double of AuthenticationServices, where a test puts its simulated operating system.
///
/// A controller, a web session and a data manager take the system that is current where they are created. The value is
/// local to a task, because tests run in parallel in one process.
public enum AppleDouble {
    /// The operating system of the current task, or `nil` if there is none. Every request then fails.
    @TaskLocal public static var system: (any SimulatedSystem)?

    /// Objective-C skips optional methods that a delegate lacks, and the request never completes. Here that is an
    /// error.
    static func trapOnMissingDelegateMethod(_ name: String) -> Never {
        fatalError("the delegate does not implement \(name); an app would wait forever")
    }

    static var noSystem: ASAuthorizationError {
        ASAuthorizationError(
            .failed, userInfo: [NSLocalizedFailureReasonErrorKey: "AppleDouble.system is not set in this task."])
    }
}

/// The services of an operating system that the classes of this double rely on.
///
/// Errors reach the app as they are. They are `ASAuthorizationError`s, because a plain `NSError` of that domain doesn't
/// cast to the structure outside Apple's systems; only errors of other domains are plain. A `CancellationError` becomes
/// the error of a canceled request.
public protocol SimulatedSystem: Sendable {
    /// Performs the requests of a controller. Returns the request that was used, and its credential.
    @MainActor
    func perform(
        _ requests: [ASAuthorizationRequest], presentation: SimulatedPresentation
    ) async throws -> (ASAuthorizationRequest, any ASAuthorizationCredential)

    /// Passes a signal on to the credential managers.
    func signal(_ signal: SimulatedSignal) async throws

    /// Shows a page until it navigates to a callback, and returns that URL. May throw `UnreportedCancellation`.
    @MainActor
    func openWebSession(_ session: SimulatedWebSession) async throws -> URL
}

/// The call that started a controller's requests.
public enum SimulatedPresentation: Hashable, Sendable {
    /// `performRequests()`, or `performRequests(options:)` without an option.
    case modal
    /// `performRequests(options: .preferImmediatelyAvailableCredentials)`.
    case modalIfImmediatelyAvailable
    /// `performAutoFillAssistedRequests()`.
    case autoFill
}

/// A signal from an app to the credential managers.
public enum SimulatedSignal: Hashable, Sendable {
    case allAccepted(relyingPartyID: String, userHandle: Data, credentialIDs: [Data])
    case renamed(relyingPartyID: String, userHandle: Data, name: String)
    case unknown(relyingPartyID: String, credentialID: Data)
    case unusedPassword(domain: String, userName: String)
}

/// A started web session.
public struct SimulatedWebSession: Hashable, Sendable {
    /// The navigation that ends a session.
    public enum Callback: Hashable, Sendable {
        case customScheme(String)
        case https(host: String, path: String)

        /// Whether a navigation to the URL ends the session.
        public func matches(_ url: URL) -> Bool {
            switch self {
            case .customScheme(let scheme): url.scheme?.lowercased() == scheme.lowercased()
            case .https(let host, let path):
                url.scheme?.lowercased() == "https" && url.host?.lowercased() == host.lowercased() && url.path == path
            }
        }
    }

    /// The first page.
    public let url: URL
    /// The awaited navigation, or `nil` if the app named no scheme.
    public let callback: Callback?
    /// Whether the session shares no cookies with the browser.
    public let isEphemeral: Bool
    /// The header fields of the first request.
    public let additionalHeaderFields: [String: String]
}

/// Thrown by a system that ends a web session without calling its completion handler. Apple doesn't document whether an
/// app that cancels its own session is called.
public struct UnreportedCancellation: Error {
    /// Creates the error.
    public init() {}
}
