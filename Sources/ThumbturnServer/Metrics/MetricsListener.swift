// SPDX-License-Identifier: Apache-2.0

import HTTPServer

/// Serves the metrics at an address of their own, which is never one of the public ones.
@available(macOS 15, *)
struct MetricsListener: Sendable {
    /// Scrapers are few.
    private static let maximumConnections = 16

    private let server: HTTPServer
    private let sampling: Task<Void, Never>
    /// The address, with its actual port.
    let address: HTTPServerConfiguration.ListenAddress

    init(showing report: MetricsReport) async throws(ServerStartError) {
        let endpoint = report.metrics.endpoint
        let listen = HTTPServerConfiguration.ListenAddress(host: "\(endpoint.address)", port: endpoint.port)
        var configuration = HTTPServerConfiguration(addresses: [listen])
        configuration.loops = 1
        configuration.maximumConnections = Self.maximumConnections
        configuration.bodyLimit = { _ in 0 }
        server = HTTPServer(configuration: configuration) { request, _ in await Self.respond(to: request, with: report)
        }
        address = try await server.start().first ?? listen
        sampling = Task {
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                report.server.measureDelays { report.metrics.loopDelays.observe($0) }
            }
        }
    }

    func stop() async {
        sampling.cancel()
        await sampling.value
        await server.shutdown(grace: .seconds(1))
    }

    private static func respond(to request: HTTPRequest, with report: MetricsReport) async -> HTTPResponse {
        guard request.path == "/metrics" else { return .text(404, body: "There is only /metrics here.\n") }
        guard request.method == .get || request.method == .head else {
            var response = HTTPResponse.text(405, body: "/metrics accepts GET and HEAD only.\n")
            response.headers["Allow"] = "GET, HEAD"
            return response
        }
        return HTTPResponse(
            status: 200, headers: ["Content-Type": MetricsText.mediaType, "Cache-Control": "no-store"],
            body: Array(await report.text().utf8))
    }
}
