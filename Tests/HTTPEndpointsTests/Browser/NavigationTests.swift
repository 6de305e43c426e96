// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing

/// Which requests are those of a browser that shows the response.
@Suite struct NavigationTests {
    @Test(arguments: [
        ("text/html", true), ("TEXT/HTML", true), ("application/json, text/html ;q=0.5", true),
        ("text/html;level=1", true), ("text/html; q=0", false), ("text/html;q=0", false), ("text/htmlx", false),
        ("application/xhtml+xml", false), ("*/*", false), ("", false),
    ])
    func `a program that does not accept HTML gets no page`(accept: String, isPage: Bool) async throws {
        let response = try await TestServer().send(.get("/nothing").setting("Accept", to: accept))
        #expect(response.status == 404)
        #expect((response.json == nil) == isPage)
    }

    @Test(arguments: [
        (["application/x-www-form-urlencoded"], true), (["Application/X-WWW-Form-Urlencoded; charset=utf-8"], true),
        (["application/x-www-form-urlencoded ;x=1"], true), (["application/json"], false), (["text/plain"], false),
        (["multipart/form-data; boundary=x"], false), ([], false),
        (["application/x-www-form-urlencoded", "application/x-www-form-urlencoded"], false),
    ])
    func `only a form navigates with POST`(types: [String], isPage: Bool) async throws {
        var message = Message(.post, path: "/consent").setting("Accept", to: "text/html")
        for type in types { message.headers.append("Content-Type", value: type) }
        message.body = [UInt8]("{}".utf8)
        let response = try await TestServer().send(message)
        #expect(response.status >= 400)
        #expect((response.json == nil) == isPage)
    }

    @Test(arguments: ["PUT", "PATCH", "DELETE"])
    func `other methods don't navigate`(method: String) async throws {
        let response = try await TestServer().send(
            .raw(HTTPMethod(rawValue: method), path: "/consent", body: [], type: "text/plain")
                .setting("Accept", to: "text/html"))
        #expect(response.status == 405 && response.json != nil)
    }

    @Test func `a HEAD request navigates like a GET request`() async throws {
        let response = try await TestServer().send(
            Message(.head, path: "/nothing").setting("Accept", to: "text/html"))
        #expect(response.status == 404)
        #expect(response.headers["Content-Type"] == "text/html; charset=utf-8")
    }
}
