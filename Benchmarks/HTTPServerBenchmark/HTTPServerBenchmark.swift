// SPDX-License-Identifier: Apache-2.0

import HTTPServer

/// A server with a minimal handler for a load generator. `Benchmarks/http` runs both.
/// Usage: HTTPServerBenchmark [LOOPS [CERTIFICATE KEY]]     Prints its port and serves until it is killed.
@main
struct HTTPServerBenchmark {
    static func main() async throws {
        guard #available(macOS 15, *) else { return }
        let arguments = CommandLine.arguments
        let isSecure = arguments.count == 4
        var configuration = HTTPServerConfiguration(addresses: [.init(host: "127.0.0.1", port: 0, isSecure: isSecure)])
        configuration.loops = arguments.count > 1 ? Int(arguments[1]) : nil
        configuration.maximumConnectionsPerPeer = .max
        if isSecure {
            configuration.tls = [TLSConfiguration(certificateChainFile: arguments[2], privateKeyFile: arguments[3])]
        }
        let body = Array(#"{"status":"ready","version":"0","database":"sqlite"}"#.utf8)
        let server = HTTPServer(configuration: configuration) { request, _ in
            HTTPResponse(
                status: 200,
                headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
                body: request.method == .post ? request.body : body
            )
        }
        for address in try await server.start() { print(address.port) }
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}
