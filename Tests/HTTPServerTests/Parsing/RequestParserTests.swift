// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing

@Suite struct RequestParserTests {
    @Test func `a request is parsed into its components`() throws {
        let parsing = Parsing("GET /a/b%20c?d=e?f HTTP/1.1\r\nHost: A.test:8080\r\nX-One: 1\r\nx-one:\t two \t\r\n\r\n")
        let head = try #require(parsing.heads.first)
        #expect(head.method == .get)
        #expect(head.target == "/a/b%20c?d=e?f")
        #expect(head.path == "/a/b%20c")
        #expect(head.query == "d=e?f")
        #expect(head.version == .http11)
        #expect(head.authority?.host == "a.test")
        #expect(head.authority?.port == 8080)
        #expect(head.headers["X-ONE"] == "1")
        #expect(head.headers.values(for: "x-One") == ["1", "two"])
        #expect(head.headers["Absent"] == nil)
        #expect(parsing.bodies == [""])
        #expect(parsing.rejection == nil)
    }

    @Test func `the next request begins where the Content-Length body ends`() {
        let parsing = Parsing(
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 005\r\n\r\nhelloGET /b HTTP/1.1\r\nHost: a\r\n\r\n"
        )
        #expect(parsing.heads.map(\.path) == ["/a", "/b"])
        #expect(parsing.bodies == ["hello", ""])
    }

    @Test func `chunks are joined and trailers are dropped`() {
        let parsing = Parsing(
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
                + "5\r\nhello\r\n00A\r\n, reader\r\n\r\n0\r\nA: b\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n"
        )
        #expect(parsing.bodies == ["hello, reader\r\n", ""].map { $0 })
        #expect(parsing.heads.map(\.path) == ["/", "/b"])
        #expect(parsing.heads.first?.headers["A"] == nil)
    }

    @Test func `an absolute-form target yields its path and query`() {
        let parsing = Parsing("GET HTTP://a.test:80/b?c HTTP/1.1\r\nHost: A.TEST:80\r\n\r\n")
        #expect(parsing.heads.map(\.path) == ["/b"])
        #expect(parsing.heads.map(\.query) == ["c"])
    }

    @Test func `methods and field names may contain every character of a token`() throws {
        let token = "az-AZ09!#$%&'*+.^_`|~"
        let head = try #require(Parsing("\(token) / HTTP/1.1\r\nHost: a\r\n\(token): 1\r\n\r\n").heads.first)
        #expect(head.method.rawValue == token)
        #expect(head.headers[token] == "1")
    }

    @Test func `OPTIONS accepts the asterisk form`() {
        #expect(Parsing("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").heads.map(\.path) == ["*"])
    }

    @Test(arguments: [
        "a", "a.test", "127.0.0.1:80", "[::1]", "[2001:db8::1]:443", "[::ffff:10.0.0.1]", "under_score.test",
        "A-b.test:65535",
    ])
    func `names and addresses are accepted as hosts`(host: String) {
        #expect(Parsing("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").heads.count == 1)
    }

    @Test func `HTTP 1.0 requests may omit the host`() {
        let parsing = Parsing("GET / HTTP/1.0\r\n\r\n")
        #expect(parsing.heads.map(\.version) == [.http10])
        #expect(parsing.heads.first?.authority == nil)
    }

    @Test func `one empty line before a request is ignored`() {
        #expect(Parsing("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n").heads.count == 1)
    }

    @Test func `targets may contain a bar and a circumflex, and values may contain UTF-8`() {
        let parsing = Parsing("GET /auth0|1^ HTTP/1.1\r\nHost: a\r\nA: grüße\r\n\r\n")
        #expect(parsing.heads.map(\.path) == ["/auth0|1^"])
        #expect(parsing.heads.first?.headers["a"] == "grüße")
    }

    @Test func `expectations are ignored in HTTP 1.0`() {
        #expect(Parsing("GET / HTTP/1.0\r\nExpect: anything\r\n\r\n").heads.count == 1)
    }

    @Test func `a request has started once its request line is consumed`() throws {
        var parser = RequestParser()
        #expect(parser.isBetweenRequests)
        parser.feed(Array("GET / HTTP/1.1\r\n".utf8))
        #expect(try parser.next() == nil)
        #expect(!parser.isBetweenRequests)
        parser.feed(Array("Host: a\r\n\r\n".utf8))
        while try parser.next() != nil {}
        #expect(parser.isBetweenRequests)
    }

    @Test func `a body is awaited until its first byte is received`() throws {
        var parser = RequestParser()
        #expect(!parser.awaitsFirstOfBody)
        parser.feed(Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
        _ = try parser.next()
        #expect(try parser.next() == nil)
        #expect(parser.awaitsFirstOfBody)
        #expect(!parser.isBetweenRequests)
        for text in ["5", "\r\nh"] {
            parser.feed(Array(text.utf8))
            #expect(try parser.next() == nil)
            #expect(!parser.awaitsFirstOfBody)
        }
    }

    @Test(arguments: Probe.all)
    func `a malformed request is rejected, and so is everything after it`(probe: Probe) {
        var parser = RequestParser()
        parser.feed(probe.bytes + Probe.hidden)
        #expect(throws: probe.rejection) {
            while let event = try parser.next() {
                if case .body = event { Issue.record("served") }
            }
        }
        parser.feed(Probe.hidden)
        #expect(throws: probe.rejection) { try parser.next() }
        #expect(parser.buffered == 0)
    }

    @Test func `limits are exact`() {
        var limits = RequestLimits()
        limits.requestLine = 20
        limits.fields = 2
        limits.body = 3
        func parse(path: String, fields: Int, body: String) -> RequestRejection? {
            let more = String(repeating: "A: b\r\n", count: fields - 2)
            return Parsing(
                "GET \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\(more)\r\n\(body)",
                limits: limits
            ).rejection
        }
        #expect(parse(path: "/234567", fields: 2, body: "abc") == nil)
        #expect(parse(path: "/2345678", fields: 2, body: "abc") == .requestLineTooLong)
        #expect(parse(path: "/", fields: 3, body: "abc") == .fieldsTooMany)
        #expect(parse(path: "/", fields: 2, body: "abcd") == .bodyTooLarge)
    }

    @Test func `the head limit counts every byte`() {
        let text = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        var limits = RequestLimits()
        limits.head = text.utf8.count
        #expect(Parsing(text, limits: limits).rejection == nil)
        limits.head = 20
        #expect(Parsing(text, limits: limits).rejection == .headTooLarge)
    }

    @Test func `a body limit applies only to the current request`() throws {
        var parser = RequestParser()
        let request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
        parser.feed(Array((request + request).utf8))
        _ = try parser.next()
        parser.bodyLimit = 5
        #expect(try parser.next() == .body(Array("hello".utf8)))
        _ = try parser.next()
        parser.bodyLimit = 4
        #expect(throws: RequestRejection.bodyTooLarge) { try parser.next() }
    }

    @Test func `rejection codes are stable and unique`() {
        #expect(RequestRejection.hostMissing.code == "host_missing")
        #expect(RequestRejection.lengthBesideTransferEncoding.code == "length_beside_transfer_encoding")
        #expect(Set(RequestRejection.allCases.map(\.code)).count == RequestRejection.allCases.count)
    }
}
