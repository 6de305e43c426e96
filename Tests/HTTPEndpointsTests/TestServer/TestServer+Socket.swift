// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HTTPEndpoints
import HTTPServer
import IdentityModel
import POSIX
import ServerHarness
import Testing
import WireFormats

extension TestServer {
    /// Sends every request of a body over a socket to a real server, as a proxy would forward it.
    @available(macOS 15, *)
    func overSocket(_ body: () async throws -> Void) async throws {
        var options = services.options
        options.forwarding = Forwarding(trustedProxies: [try #require(AddressBlock("127.0.0.1"))])
        let endpoints = Endpoints(
            Services(storage: services.storage, keyRing: services.keyRing, served: services.hosts, options: options))
        var configuration = HTTPServerConfiguration(addresses: [.init(host: "127.0.0.1", port: 0)])
        configuration.loops = 1
        configuration.bodyLimit = { endpoints.bodyLimit(of: $0) }
        configuration.errorResponder = { endpoints.respond(to: $0, over: $1) }
        let server = HTTPServer(configuration: configuration) { await endpoints.respond(to: $0, over: $1) }
        let addresses = try await server.start()
        port.withLock { $0 = addresses.first?.port }
        do {
            try await body()
        } catch {
            await server.shutdown(grace: .zero)
            throw error
        }
        await server.shutdown(grace: .zero)
        port.withLock { $0 = nil }
    }

    /// Sends a request on a new connection.
    static func sendOverSocket(_ message: Message, port: UInt16) async throws -> TestResponse {
        var request = WireRequest(message.method.rawValue, path: message.path)
        request.headers = message.headers.fields.map { ($0.name, $0.value) }
        request.headers += [("X-Forwarded-Proto", "https"), ("X-Forwarded-For", message.address)]
        request.body = message.body
        let sent = request
        let result: Result<WireResponse, any Error> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { try WireClient(port: port, host: message.host).send(sent) })
            }
        }
        let response = try result.get()
        var fields = HTTPFields()
        for (name, value) in response.headers { fields.append(name, value: value) }
        return TestResponse(
            HTTPResponse(status: HTTPStatus(code: response.status), headers: fields, body: response.body))
    }
}
