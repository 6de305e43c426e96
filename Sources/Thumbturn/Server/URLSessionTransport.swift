// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Sends requests with a `URLSession` that stores nothing.
public struct URLSessionTransport: HTTPTransport {
    private static let usualTimeout: TimeInterval = 30
    /// Shared by all clients with the usual timeout, because a session holds connections and threads.
    private static let shared = Session(timeout: usualTimeout)

    private let session: Session

    /// Creates a transport whose requests wait for at most this many seconds, and take at most twice as long.
    public init(timeout: TimeInterval = 30) {
        session = timeout == Self.usualTimeout ? Self.shared : Session(timeout: timeout)
    }

    /// Sends a request and returns the response, whatever its status.
    public func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let (data, response) = try await session.session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (data, response)
    }
}

/// A `URLSession` that ends with its last transport.
private final class Session: Sendable {
    let session: URLSession

    init(timeout: TimeInterval) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = 2 * timeout
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }
}

/// Refuses every redirect, so that no token reaches another server.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
