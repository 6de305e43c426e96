// SPDX-License-Identifier: Apache-2.0

import OpenIDProvider
import Testing

@Suite struct RequestTargetTests {
    @Test(arguments: [
        ("https://a.example", "https://a.example/"),
        ("HTTPS://A.Example/token", "https://a.example/token"),
        ("https://a.example:443/token", "https://a.example/token"),
        ("http://a.example:80/token", "http://a.example/token"),
        ("https://a.example/token?x=1#y", "https://a.example/token"),
        ("https://a.example/token#y", "https://a.example/token"),
        ("https://a.example/%7euser/%41", "https://a.example/~user/A"),
        ("https://a.example/passkey|new/verify", "https://a.example/passkey%7Cnew/verify"),
        ("https://a.example/passkey%7cnew/verify", "https://a.example/passkey%7Cnew/verify"),
        ("https://[::1]:8443/a", "https://[::1]:8443/a"),
        ("https://a.example/50%", "https://a.example/50%25"),
    ])
    func `equivalent spellings of a URL are equal`(first: String, second: String) throws {
        #expect(try #require(RequestTarget(first)) == #require(RequestTarget(second)))
    }

    @Test(arguments: [
        ("https://a.example/a%2Fb", "https://a.example/a/b"),
        ("https://a.example/a", "https://a.example/a/"),
        ("https://a.example:8443/a", "https://a.example/a"),
        ("https://a.example:80/a", "https://a.example/a"),
        ("https://a.example/a", "http://a.example/a"),
        ("https://a.example/a", "https://a.example/A"),
        ("https://a.example/-41", "https://a.example/A"),
    ])
    func `different URLs are not equal`(first: String, second: String) throws {
        #expect(try #require(RequestTarget(first)) != #require(RequestTarget(second)))
    }

    @Test(arguments: [
        "", "https", "https:", "https:/a", "https:a.example/token", "https:///a", "ftp://a.example/", "//a.example/",
        "https://a b/",
        "https://user@a.example/", "https://a.example\\@b.example/",
    ])
    func `text that is not a URL is rejected`(text: String) {
        #expect(RequestTarget(text) == nil)
    }

    @Test func `a URL has at most 8192 bytes`() {
        let start = "https://a.example/"
        let rest = String(repeating: "a", count: 8192 - start.utf8.count)
        #expect(RequestTarget(start + rest) != nil)
        #expect(RequestTarget(start + rest + "a") == nil)
    }
}
