// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
package import Outbox
import OutgoingTransfers
package import WireFormats

/// The way that text messages take: each is posted to the operator's service, with a signature.
package struct MessageTransport: Sendable {
    private static let responseLimit = 65_536

    private let service: MessageService
    private let client: OutgoingHTTPClient
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - certificates: A file with the trusted certificates as PEM; `nil` for those of the system.
    ///   - addresses: The address of each host; `nil` to ask the system's resolver.
    package init(
        _ service: MessageService, trusting certificates: String? = nil, resolving addresses: [String: String]? = nil,
        now: @escaping @Sendable () -> Timestamp
    ) {
        var options = OutgoingHTTPClient.Options(userAgent: "Thumbturn/\(Version.current)")
        options.allowsPlainHTTP = service.url.isPlain
        options.refusesPrivateAddresses = !service.allowsPrivateAddresses && !service.url.isLoopback
        options.trustedCertificates = certificates
        options.addresses = addresses
        client = OutgoingHTTPClient(options)
        self.service = service
        self.now = now
    }

    package func send(_ message: RenderedMessage) async -> OutboxKind.Outcome {
        let body = JSONValue.object(message.json).serialized()
        var request = OutgoingHTTPRequest(service.url.text)
        request.body = OutgoingHTTPRequest.Body(body, contentType: "application/json")
        request.fields = [
            "Thumbturn-Signature: \(service.key.signature(of: body, at: now()))",
            "Thumbturn-Message-ID: \(message.id.rawValue)",
        ]
        (request.connectTimeout, request.timeout) = (service.timeout, service.timeout)
        request.responseLimit = Self.responseLimit
        do throws(TransferError) {
            return Self.outcome(of: try await client.send(request).status)
        } catch {
            return Self.outcome(of: error)
        }
    }

    package func close() {
        client.close()
    }

    /// What the service says besides is not kept: it may repeat the message or the number.
    private static func outcome(of status: Int) -> OutboxKind.Outcome {
        switch status {
        case 200..<300: .accepted
        // Until an operator has acted, no other message gets through either, and all of them wait.
        case 401, 403:
            .unreachable(reason: "The service for text messages refuses this server with \(status). Check the key.")
        case 404, 405:
            .unreachable(reason: "The service for text messages takes nothing at its URL: \(status). Check --messages.")
        case 408, 425, 429, 500...: .failed(reason: "The service for text messages asks to wait: \(status).")
        case 300..<400:
            .unreachable(
                reason:
                    "The service for text messages redirects with \(status), which is not followed. Check --messages.")
        default: .refused(reason: "The service for text messages refused the message with \(status).")
        }
    }

    private static func outcome(of error: TransferError) -> OutboxKind.Outcome {
        switch error {
        case .canceled, .closed: .interrupted
        case .responseTooLong:
            .failed(reason: "The response of the service for text messages is longer than \(responseLimit) bytes.")
        case .addressRefused:
            .unreachable(
                reason: "The service for text messages has no public address. --messages-allow-private allows others.")
        default: .unreachable(reason: "The service for text messages can't be reached: \(error).")
        }
    }
}
