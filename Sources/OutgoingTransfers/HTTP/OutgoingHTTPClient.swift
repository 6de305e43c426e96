// SPDX-License-Identifier: Apache-2.0

/// A client for the servers that an operator configures.
///
/// It verifies certificates, follows no redirect and ignores the environment's proxies. All transfers run on one
/// thread, which starts with the first.
package final class OutgoingHTTPClient: Sendable {
    package struct Options: Hashable, Sendable {
        /// Whether plain HTTP is allowed besides HTTPS.
        package var allowsPlainHTTP = false
        /// A file with the trusted certificates as PEM; `nil` for those of the system.
        package var trustedCertificates: String?
        /// The address of each host, in place of what the system's resolver says; `nil` to ask it.
        package var addresses: [String: String]?
        /// Whether connections are opened to public addresses only, whatever name or URL led to them: for URLs that
        /// others than the operator choose.
        package var refusesPrivateAddresses = false
        package var userAgent: String

        package init(userAgent: String) {
            self.userAgent = userAgent
        }
    }

    private let options: Options
    private let threads = TransferThreads(limit: 1)

    package init(_ options: Options) {
        self.options = options
    }

    deinit {
        close()
    }

    /// Sends a request and returns the response, whatever its status. Ends early if the task is canceled.
    package func send(_ request: OutgoingHTTPRequest) async throws(TransferError) -> OutgoingHTTPResponse {
        let exchange = HTTPExchange(request, options: options)
        await threads.run(exchange)
        return try exchange.result.get()
    }

    /// Ends all transfers, and all later ones at once.
    package func close() {
        threads.close()
    }
}
