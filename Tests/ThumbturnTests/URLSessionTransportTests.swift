// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import HTTPServer
import ServerHarness
import TestLimits
import Testing
import Thumbturn

@Suite(.turnLimit)
struct URLSessionTransportTests {
    @Test func `a request and its response arrive whole`() async throws {
        let responder: TestReceiver.Responder = { request, _ in
            HTTPResponse(status: 401, headers: ["X-Seen": "yes"], body: Array("heard: ".utf8) + request.body)
        }
        try await TestReceiver.running(responding: responder) { receiver in
            var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(receiver.port)/a?b=c")))
            request.httpMethod = "POST"
            request.httpBody = Data("hello".utf8)
            request.setValue("DPoP token", forHTTPHeaderField: "Authorization")
            let (data, response) = try await URLSessionTransport().send(request)
            #expect(response.statusCode == 401)
            #expect(response.value(forHTTPHeaderField: "X-Seen") == "yes")
            #expect(String(decoding: data, as: UTF8.self) == "heard: hello")
            #expect(receiver.requests.first?.head.target == "/a?b=c")
            #expect(receiver.requests.first?.head.headers["Authorization"] == "DPoP token")
        }
    }

    @Test func `a redirect is not followed, so that no token goes elsewhere`() async throws {
        let responder: TestReceiver.Responder = { _, _ in HTTPResponse(status: 302, headers: ["Location": "/elsewhere"])
        }
        try await TestReceiver.running(responding: responder) { receiver in
            let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(receiver.port)/here")))
            let (_, response) = try await URLSessionTransport().send(request)
            #expect(response.statusCode == 302)
            #expect(receiver.requests.map(\.head.target) == ["/here"])
        }
    }

    @Test func `a server that is not there is an error of the network`() async throws {
        let port = try await TestReceiver.running { $0.port }
        var options = PasskeyClient.Options()
        options.transport = URLSessionTransport(timeout: 5)
        let client = PasskeyClient(domain: "http://127.0.0.1:\(port)", clientID: "ios", options: options)
        await #expect(throws: PasskeyError.network) { try await client.signIn() }
    }
}
