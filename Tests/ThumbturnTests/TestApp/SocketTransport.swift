// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import FoundationNetworking
import POSIX
import ServerHarness
import TestSupport
import Thumbturn
import WireFormats

/// Sends requests over a socket to the server of the tests, as a proxy that ends TLS. A test can look at them, and come
/// between.
final class SocketTransport: HTTPTransport {
    /// The fate of a request.
    enum Fate: Sendable {
        case arrives
        /// It never reaches the server.
        case lost
        /// The server receives it, but the response never reaches the client.
        case responseLost
        /// The response waits until the gate is open.
        case responseHeld(AsyncGate)
        /// Something happens between the server's response and the client.
        case responseAfter(@Sendable () async -> Void)
    }

    private let requests = Locked<[URLRequest]>([])
    private let judge: @Sendable (URLRequest) async -> Fate

    init(_ judge: @escaping @Sendable (URLRequest) async -> Fate = { _ in .arrives }) {
        self.judge = judge
    }

    /// The requests so far to a path.
    func sent(to path: String) -> [URLRequest] {
        requests.withLock { $0.filter { $0.url?.path == path } }
    }

    /// The requests so far for a token of an API.
    func refreshes(for audience: String) -> [URLRequest] {
        sent(to: "/oauth/token").filter {
            $0.json?["grant_type"] == "refresh_token" && $0.json?["audience"] == .string(audience)
        }
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        requests.withLock { $0.append(request) }
        let fate = await judge(request)
        if case .lost = fate { throw URLError(.notConnectedToInternet) }
        guard let url = request.url else { throw URLError(.notConnectedToInternet) }
        var message = WireRequest(
            request.httpMethod ?? "GET", path: url.path(percentEncoded: true) + (url.query.map { "?\($0)" } ?? ""))
        message.headers = (request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) }
        message.body = [UInt8](request.httpBody ?? Data())
        let sent = message
        let server = SDKServer.current
        let result: Result<WireResponse, any Error> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { try SDKServer.$current.withValue(server) { try SDKServer.send(sent) } })
            }
        }
        let response = try result.get()
        switch fate {
        case .arrives, .lost: break
        case .responseLost: throw URLError(.networkConnectionLost)
        case .responseHeld(let gate): await gate.pass()
        case .responseAfter(let body): await body()
        }
        let headers = Dictionary(response.headers.map { ($0.name, $0.value) }) { $0 + ", " + $1 }
        guard
            let answer = HTTPURLResponse(
                url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { throw URLError(.badServerResponse) }
        return (Data(response.body), answer)
    }
}

extension URLRequest {
    /// The body, if it is JSON.
    var json: JSONValue? { httpBody.flatMap { try? JSONReader.read([UInt8]($0)) } }
}
