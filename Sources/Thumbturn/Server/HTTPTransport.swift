// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Sends requests to the server. An application can give its own, for example to go through a proxy or to pin a
/// certificate.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns the response, whatever its status. Does not follow redirects, because requests carry
    /// tokens.
    ///
    /// Throw a `URLError` if the server can't be reached, and an error of your own if you refuse to talk to it.
    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse)
}
