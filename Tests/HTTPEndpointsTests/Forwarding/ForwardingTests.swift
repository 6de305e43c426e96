// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import Testing
import WireFormats

/// Forwarding fields of requests from 10.0.0.1 over a plain connection for `inside.example.com`.
struct ForwardingTests {
    private static func source(
        _ headers: [(String, String)], peer: String = "10.0.0.1", fields: Forwarding.Fields = .either,
        isSecure: Bool = false
    ) throws -> RequestSource {
        let blocks = ["10.0.0.0/8", "fd00::/8"].compactMap { AddressBlock($0) }
        var head = HTTPFields()
        head.append("Host", value: "inside.example.com")
        for (name, value) in headers { head.append(name, value: value) }
        let connection = ConnectionDetails(peer: try #require(PeerAddress(peer)), isSecure: isSecure)
        let request = HTTPRequest(head: RequestHead(method: .get, target: "/", headers: head))
        return Forwarding(trustedProxies: blocks, fields: fields).source(of: request, over: connection)
    }

    private static func client(_ headers: [(String, String)], peer: String = "10.0.0.1") throws -> String {
        try source(headers, peer: peer).client.description
    }

    // MARK: Trusted proxies

    @Test func `without forwarding fields the connection counts`() throws {
        let source = try Self.source([], isSecure: true)
        #expect(source.client.description == "10.0.0.1")
        #expect(source.isSecure)
        #expect(source.host == Authority("inside.example.com"))
    }

    @Test(arguments: ["192.0.2.9", "2001:db8::9", "11.0.0.1"])
    func `fields from an untrusted peer are ignored`(peer: String) throws {
        let source = try Self.source(
            [
                ("X-Forwarded-For", "198.51.100.1"), ("X-Forwarded-Proto", "https"),
                ("X-Forwarded-Host", "evil.example.com"),
                ("Forwarded", "for=198.51.100.1;proto=https;host=evil.example.com"),
            ], peer: peer)
        #expect(source.client.description == peer)
        #expect(!source.isSecure)
        #expect(source.host == Authority("inside.example.com"))
    }

    @Test func `without trusted proxies all fields are ignored`() throws {
        let peer = try #require(PeerAddress("10.0.0.1"))
        let request = HTTPRequest(
            head: RequestHead(method: .get, target: "/", headers: ["X-Forwarded-For": "198.51.100.1"]))
        let source = Forwarding(trustedProxies: []).source(of: request, over: ConnectionDetails(peer: peer))
        #expect(source.client == peer)
    }

    @Test func `a trusted proxy also counts as an IPv4-mapped IPv6 address`() throws {
        #expect(try Self.client([("X-Forwarded-For", "192.0.2.1")], peer: "::ffff:10.0.0.1") == "192.0.2.1")
    }

    // MARK: The client's address

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"),
        // Forged by the client, to the left of what the proxy saw.
        ("1.2.3.4, 192.0.2.1", "192.0.2.1"), ("10.0.0.7, 192.0.2.1", "192.0.2.1"),
        ("127.0.0.1,::1,192.0.2.1", "192.0.2.1"),
        // Through two proxies.
        ("192.0.2.1, 10.0.0.2", "192.0.2.1"), ("1.2.3.4, 192.0.2.1, fd00::2", "192.0.2.1"),
        ("192.0.2.1, ::ffff:10.0.0.2", "192.0.2.1"),
        // From the internal network.
        ("10.0.0.3, 10.0.0.2", "10.0.0.3"),
        // An unreadable element ends the search.
        ("1.2.3.4, evil", "10.0.0.1"), ("1.2.3.4, evil, 10.0.0.2", "10.0.0.2"), ("evil, 192.0.2.1", "192.0.2.1"),
        ("1.2.3.4, unknown", "10.0.0.1"), ("192.0.2.1, _hidden, 10.0.0.2", "10.0.0.2"),
        ("192.0.2.1 1.2.3.4", "10.0.0.1"), ("192.0.2.1;", "10.0.0.1"), ("\"192.0.2.1\"", "10.0.0.1"),
        // Address formats.
        ("192.0.2.1:8080", "192.0.2.1"), ("2001:db8::1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:443", "2001:db8::1"), ("2001:DB8:0:0::1", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:_port", "192.0.2.1"), ("192.0.2.1:_p:1", "10.0.0.1"), ("192.0.2.1:_p1", "192.0.2.1"),
        ("192.0.2.1:", "10.0.0.1"), ("192.0.2.1:x", "10.0.0.1"), ("192.0.2.1:123456", "10.0.0.1"),
        ("192.0.2.1:_", "10.0.0.1"), ("192.0.2.1:_ä", "10.0.0.1"),
        ("[2001:db8::1", "10.0.0.1"), ("[2001:db8::1]x", "10.0.0.1"), ("[192.0.2.1]", "10.0.0.1"), ("[]", "10.0.0.1"),
        ("fe80::1%eth0", "10.0.0.1"), ("192.0.2.256", "10.0.0.1"), ("192.0.2", "10.0.0.1"), ("0300.0.2.1", "10.0.0.1"),
        ("localhost", "10.0.0.1"), ("%31.2.3.4", "10.0.0.1"),
        // Empty elements are ignored (RFC 9110, section 5.6.1).
        ("", "10.0.0.1"), (" , ,", "10.0.0.1"), (", 192.0.2.1,\t", "192.0.2.1"),
    ])
    func `the client is the nearest address that is not a trusted proxy's`(field: String, client: String) throws {
        #expect(try Self.client([("X-Forwarded-For", field)]) == client)
    }

    @Test func `repeated fields are one list`() throws {
        let headers = [
            ("X-Forwarded-For", "1.2.3.4"), ("x-forwarded-for", "192.0.2.1"), ("X-Forwarded-For", "10.0.0.2"),
        ]
        #expect(try Self.client(headers) == "192.0.2.1")
    }

    @Test(arguments: [
        ("for=192.0.2.1", "192.0.2.1"), ("For=\"192.0.2.1\"", "192.0.2.1"), ("for=\"192.0.2.1:80\"", "192.0.2.1"),
        ("for=\"[2001:db8::1]\"", "2001:db8::1"), ("for=\"[2001:db8::1]:47011\"", "2001:db8::1"),
        ("for=\"[2001:db8::1]:_port\"", "2001:db8::1"), ("for=\"192\\.0.2.1\"", "192.0.2.1"),
        ("by=_x;for=192.0.2.1;proto=http", "192.0.2.1"), ("for=192.0.2.1; proto=http;", "192.0.2.1"),
        ("for=1.2.3.4, for=192.0.2.1", "192.0.2.1"), ("for=192.0.2.1,for=10.0.0.2", "192.0.2.1"),
        ("for=\"a,b\", for=192.0.2.1", "192.0.2.1"), ("for=\"a\\\",b\", for=192.0.2.1", "192.0.2.1"),
        ("for=unknown", "10.0.0.1"), ("for=_hidden", "10.0.0.1"), ("for=1.2.3.4, for=_hidden", "10.0.0.1"),
        ("for=1.2.3.4, for=unknown, for=10.0.0.2", "10.0.0.2"),
        ("for=1.2.3.4, proto=https", "10.0.0.1"), ("proto=https", "10.0.0.1"),
        // Malformed: no value, a duplicate name, no token, text after a quoted string, an unterminated quoted string.
        ("for", "10.0.0.1"), ("for=", "10.0.0.1"), ("for=1.2.3.4;for=192.0.2.1", "10.0.0.1"),
        ("for=192.0.2.1;for", "10.0.0.1"),
        ("for=[2001:db8::1]", "10.0.0.1"), ("for=192.0.2.1:80", "10.0.0.1"), ("for=\"192.0.2.1\"x", "10.0.0.1"),
        ("for=\"192.0.2.1", "10.0.0.1"), ("for=\"192.0.2.1\\", "10.0.0.1"), ("for = 192.0.2.1", "10.0.0.1"),
        ("for=192.0.2.1;proto=", "10.0.0.1"),
        // A backslash escapes in quoted strings only.
        ("for=1.2.3.4\\, for=192.0.2.1", "192.0.2.1"),
        // A quoted string that the client leaves open hides what the proxy appends, but never becomes its value.
        ("for=1.2.3.4, x=\", for=192.0.2.1", "10.0.0.1"), ("for=1.2.3.4;x=\", for=\"[2001:db8::1]\"", "10.0.0.1"),
        ("for=1.2.3.4, x=\"\\, for=\"[2001:db8::1]\";proto=https", "10.0.0.1"),
        // The same where the quoted string stands in a name.
        ("for=1.2.3.4;\", for=192.0.2.1", "10.0.0.1"), ("for=1.2.3.4\t;\\\", for=192.0.2.1", "10.0.0.1"),
        ("for=1.2.3.4;=x", "10.0.0.1"),
    ])
    func `Forwarded is parsed strictly`(field: String, client: String) throws {
        #expect(try Self.client([("Forwarded", field)]) == client)
    }

    @Test func `an unterminated quoted string does not reach into the next field`() throws {
        #expect(try Self.client([("Forwarded", "for=1.2.3.4;x=\""), ("Forwarded", "for=192.0.2.1")]) == "192.0.2.1")
    }

    // MARK: Scheme and host

    @Test(arguments: [
        ("https", true), ("HTTPS", true), ("http", false), ("gopher", false), ("https:", false), ("http, https", true),
        ("https, http", false),
    ])
    func `a trusted proxy says whether the client's connection is secure`(proto: String, isSecure: Bool) throws {
        #expect(try Self.source([("X-Forwarded-Proto", proto)]).isSecure == isSecure)
        let headers = [("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Proto", proto)]
        #expect(try Self.source(headers).isSecure == isSecure)
    }

    @Test func `a secure connection from the proxy does not make the client's secure`() throws {
        #expect(try !Self.source([("X-Forwarded-Proto", "http")], isSecure: true).isSecure)
        #expect(try !Self.source([("Forwarded", "for=192.0.2.1;proto=http")], isSecure: true).isSecure)
    }

    @Test func `in X-Forwarded lists the element of the client's proxy counts`() throws {
        let nodes = ("X-Forwarded-For", "1.2.3.4, 192.0.2.1, 10.0.0.2")
        let source = try Self.source([
            nodes, ("X-Forwarded-Proto", "http, https, http"), ("X-Forwarded-Host", "a.example, b.example, c.example"),
        ])
        #expect(source.isSecure)
        #expect(source.host == Authority("b.example"))
    }

    @Test func `in Forwarded the element of the client's proxy counts`() throws {
        let source = try Self.source([
            (
                "Forwarded",
                "for=1.2.3.4;proto=http;host=a.example, for=192.0.2.1;proto=https;host=\"b.example:8443\", for=10.0.0.2"
            )
        ])
        #expect(source.isSecure)
        #expect(source.host == Authority("b.example:8443"))
    }

    @Test func `an element with a hidden client address still gives the scheme`() throws {
        #expect(try Self.source([("Forwarded", "for=_hidden;proto=https")]).isSecure)
    }

    @Test func `a trusted proxy gives the host`() throws {
        #expect(try Self.source([("X-Forwarded-Host", "Login.example.com")]).host == Authority("login.example.com"))
    }

    @Test(arguments: ["evil example.com", "a/b", "user@evil.example.com", "a:99999"])
    func `a malformed forwarded host is no host`(host: String) throws {
        #expect(try Self.source([("X-Forwarded-Host", host)]).host == nil)
    }

    // MARK: Two kinds of fields

    @Test func `two kinds of fields that agree are accepted`() throws {
        let source = try Self.source([
            ("Forwarded", "for=\"[2001:db8::1]:1\";proto=https;host=login.example.com"),
            ("X-Forwarded-For", "2001:db8::1"), ("X-Forwarded-Proto", "HTTPS"),
            ("X-Forwarded-Host", "Login.example.com"),
        ])
        #expect(source.client.description == "2001:db8::1")
        #expect(source.isSecure)
        #expect(source.host == Authority("login.example.com"))
    }

    @Test(arguments: [
        ("for=1.2.3.4", "192.0.2.1"), ("for=192.0.2.1", "1.2.3.4"), ("for=_hidden", "1.2.3.4"), ("junk", "192.0.2.1"),
    ])
    func `two kinds of fields that name different clients are ignored`(standard: String, other: String) throws {
        #expect(try Self.client([("Forwarded", standard), ("X-Forwarded-For", other)]) == "10.0.0.1")
    }

    @Test func `two kinds of fields that disagree give neither a secure connection nor a host`() throws {
        let source = try Self.source(
            [
                ("Forwarded", "for=192.0.2.1;proto=https;host=a.example"), ("X-Forwarded-Proto", "http"),
                ("X-Forwarded-Host", "b.example"),
            ], isSecure: true)
        #expect(!source.isSecure)
        #expect(source.host == nil)
    }

    @Test func `two kinds of fields may complement each other`() throws {
        let source = try Self.source([("Forwarded", "for=192.0.2.1"), ("X-Forwarded-Proto", "https")])
        #expect(source.client.description == "192.0.2.1")
        #expect(source.isSecure)
    }

    @Test func `only the configured kind of fields is read`() throws {
        let headers = [
            ("Forwarded", "for=1.2.3.4;proto=https;host=a.example"), ("X-Forwarded-For", "192.0.2.1"),
            ("X-Forwarded-Proto", "http"), ("X-Forwarded-Host", "b.example"),
        ]
        let one = try Self.source(headers, fields: .xForwarded)
        #expect([one.client.description, "\(one.isSecure)", one.host?.host] == ["192.0.2.1", "false", "b.example"])
        let other = try Self.source(headers, fields: .forwarded)
        #expect([other.client.description, "\(other.isSecure)", other.host?.host] == ["1.2.3.4", "true", "a.example"])
    }
}
