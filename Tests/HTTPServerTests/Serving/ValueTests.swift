// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing

@Suite struct ValueTests {
    @Test func `header fields are case-insensitive and keep their order`() {
        var fields: HTTPFields = ["Set-Cookie": "a", "X": "1", "set-cookie": "b"]
        #expect(fields.values(for: "SET-COOKIE") == ["a", "b"])
        fields["x"] = "2"
        #expect(fields.fields.map(\.name) == ["Set-Cookie", "set-cookie", "x"])
        fields["Set-Cookie"] = nil
        #expect(fields.count == 1)
    }

    @Test func `a constructed head has the same components as a parsed one`() {
        let head = RequestHead(method: .post, target: "/a?b=c", headers: ["Host": "A.test:1"])
        #expect((head.path, head.query, head.authority?.host) == ("/a", "b=c", "a.test"))
    }

    @Test(arguments: [
        ("127.0.0.1", 4, "127.0.0.1"), ("::ffff:10.0.0.1", 4, "10.0.0.1"), ("2001:DB8:0::1", 16, "2001:db8::1"),
        ("1::ffff:10.0.0.1", 16, "1::ffff:a00:1"), ("::ff:10.0.0.1", 16, "::ff:a00:1"),
        ("::ff00:10.0.0.1", 16, "::ff00:a00:1"),
    ])
    func `addresses are parsed and formatted`(text: String, count: Int, canonical: String) throws {
        let address = try #require(PeerAddress(text))
        #expect(address.bytes.count == count)
        #expect(address.description == canonical)
    }

    @Test(arguments: ["", "a.test", "127.0.0.1:80", "127.0.0.256", "[::1]"])
    func `malformed addresses are rejected`(text: String) {
        #expect(PeerAddress(text) == nil)
    }
}
