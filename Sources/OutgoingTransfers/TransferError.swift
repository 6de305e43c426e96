// SPDX-License-Identifier: Apache-2.0

/// Why a transfer to another server failed.
package enum TransferError: Error, Hashable, Sendable {
    /// libcurl is missing or can't be used.
    case libraryUnavailable(reason: String)
    /// The URL is malformed, has a user name, or has a scheme that isn't allowed.
    case urlRejected
    case hostNotFound
    /// The host has no address that the client may connect to.
    case addressRefused
    case connectionFailed(reason: String)
    /// The other server's certificate is not trusted, or the handshake failed.
    case handshakeFailed(reason: String)
    /// A mail relay offers none of the ways to authenticate that are allowed.
    case authenticationNotOffered
    /// The credentials for a mail relay can't be read or used.
    case credentialsUnusable(reason: String)
    case timedOut
    /// The response is longer than the limit of the request.
    case responseTooLong
    case failed(reason: String)
    /// The task was canceled.
    case canceled
    /// The client is closed.
    case closed
}

extension TransferError: CustomStringConvertible {
    /// A phrase for the log.
    package var description: String {
        switch self {
        case .libraryUnavailable(let reason): "libcurl can't be loaded: \(reason)"
        case .urlRejected: "the URL is not allowed"
        case .hostNotFound: "the host was not found"
        case .addressRefused: "the host has no address that is allowed"
        case .connectionFailed(let reason): "no connection: \(reason)"
        case .handshakeFailed(let reason): "no secure connection: \(reason)"
        case .authenticationNotOffered: "the relay does not offer to authenticate in a way that is allowed"
        case .credentialsUnusable(let reason): "the credentials can't be used: \(reason)"
        case .timedOut: "the time limit was reached"
        case .responseTooLong: "the response is too long"
        case .failed(let reason): reason
        case .canceled: "canceled"
        case .closed: "the client is closed"
        }
    }
}
