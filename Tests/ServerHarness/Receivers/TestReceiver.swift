// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
import POSIX
import TestSupport

/// A web server at the loopback address that records the requests it receives.
@available(macOS 15, *)
package final class TestReceiver: Sendable {
    /// Returns the response to a request, which has a number beginning at 1.
    package typealias Responder = @Sendable (_ request: HTTPRequest, _ number: Int) async -> HTTPResponse

    package let port: UInt16
    private let server: HTTPServer
    private let received: Monitor<[HTTPRequest]>

    private init(_ certificates: CertificatePair?, port: UInt16, respond: @escaping Responder) async throws {
        var configuration = HTTPServerConfiguration(addresses: [
            .init(host: "127.0.0.1", port: port, isSecure: certificates != nil)
        ])
        configuration.loops = 1
        if let certificates {
            configuration.tls = [
                TLSConfiguration(certificateChainFile: certificates.certificate, privateKeyFile: certificates.key)
            ]
        }
        signal(SIGPIPE, SIG_IGN)
        let received = Monitor<[HTTPRequest]>([])
        self.received = received
        server = HTTPServer(configuration: configuration) { request, _ in
            received.update { $0.append(request) }
            return await respond(request, received.read { $0.count })
        }
        self.port = try await server.start().first?.port ?? 0
    }

    /// Runs a receiver while a body runs: with TLS if there is a certificate, and at a free port unless one is given.
    package static func running<Result>(
        with certificates: CertificatePair? = nil, at port: UInt16 = 0,
        responding respond: @escaping Responder = { _, _ in HTTPResponse(status: 200) },
        _ body: (TestReceiver) async throws -> Result
    ) async throws -> Result {
        let receiver = try await TestReceiver(certificates, port: port, respond: respond)
        do {
            let result = try await body(receiver)
            await receiver.server.shutdown(grace: .zero)
            return result
        } catch {
            await receiver.server.shutdown(grace: .zero)
            throw error
        }
    }

    package var requests: [HTTPRequest] { received.read { $0 } }

    /// Waits until a number of requests has arrived, and returns them; `nil` after a timeout.
    package func wait(for count: Int) async -> [HTTPRequest]? {
        for _ in 0..<1200 {
            let found = requests
            if found.count >= count { return found }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return nil
    }
}
