// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPEndpoints
import HTTPServer
import Testing
import WireFormats

/// `/openapi.json` describes exactly what is served.
struct InterfaceWireTests {
    private func description(_ host: String = TestServer.host) async throws -> TestResponse {
        try await TestServer().send(.get("/openapi.json").at(host)).require(200)
    }

    @Test func `every path is described with every method`() async throws {
        let paths = try #require(try await description().value("paths")?.objectValue)
        let rows = Dictionary(grouping: Endpoints.operations, by: \.path)
        #expect(Set(paths.members.map(\.name)) == Set(rows.keys.map(\.text)))
        for (path, operations) in rows {
            let methods = paths[path.text]?.objectValue?.members.map(\.name) ?? []
            #expect(Set(methods) == Set(operations.map { $0.method.rawValue.lowercased() }))
        }
    }

    @Test func `every described operation is served`() async throws {
        let server = try await TestServer {
            $0.append(
                TestServerConfiguration.client(
                    "old", members: ["app_type": "native", "thumbturn": ["legacy_touch_id": true]]))
        }
        let files = ["asset", "sdkFile", "demo", "demoFile", "mailbox"]
        for operation in Endpoints.operations where !files.contains(operation.id) {
            let path = operation.path.naming("passkey|x")
            let message = Message.json(HTTPMethod(rawValue: operation.method.rawValue), path: path, body: [:])
            let response = try await server.send(message)
            #expect(
                response.code != "request.path-unknown" && response.code != "request.method-not-allowed",
                "\(operation.id)")
        }
    }

    @Test func `every operation lists its responses, and every referenced schema exists`() async throws {
        let response = try await description()
        let schemas = try #require(response.value("components.schemas")?.objectValue)
        for operation in Endpoints.operations {
            let item = response.value("paths")?[operation.path.text]?[operation.method.rawValue.lowercased()]
            let responses = try #require(item?["responses"]?.objectValue)
            let statuses =
                [operation.success.status] + operation.failures + (operation.success.isRevalidated ? [304] : [])
                + (operation.success.scriptBody == nil ? [] : [200])
            #expect(Set(responses.members.map(\.name)) == Set(statuses.map(String.init)), "\(operation.id)")
            for status in operation.failures {
                let reference = responses["\(status)"]?["content"]?["application/json"]?["schema"]?["$ref"]?.stringValue
                let name = try #require(reference?.split(separator: "/").last)
                #expect(schemas[String(name)] != nil)
            }
        }
    }

    @Test func `operation IDs are unique`() {
        let names = Endpoints.operations.map(\.id)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: [TestServer.host, TestServer.otherHost])
    func `the server URL is that of the requested host`(host: String) async throws {
        let server = try await description(host).value("servers")?.arrayValue?.first?["url"]
        #expect(server?.stringValue == "/")
    }
}
