// SPDX-License-Identifier: Apache-2.0

import HostedPages
import Testing
import WireFormats

struct `Text on pages` {
    static let payloads = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)' autofocus='",
        "\" onfocus=\"alert(1)\" autofocus=\"", "</script><svg onload=alert(1)>", "<!--", "]]>", "&lt;b&gt;", "&#60;b>",
        "</title></textarea></style><b>", "\u{202E}gnp.exe", "\u{2066}\u{2069}\u{200F}", "a\u{0}b", "\u{1}\u{7F}\u{85}",
        "line\u{2028}break\u{2029}\n\r", "\\\"><b>", "javascript:alert(1)", "//evil.example", "{{7*7}}${7*7}",
        "\u{FFFE}",
        "👩‍👩‍👧‍👦 é", "%3Cscript%3E", "=1+1|cmd", "x\" y", "`onload=alert(1)`", "<\u{0}script>", "＜script＞",
    ]

    /// The tags of every page with each payload, which are read once.
    private static let tagsByPage = Dictionary(
        uniqueKeysWithValues: PageSample.all.map { sample in
            (sample.description, payloads.map { payload in MarkupReader.tags(of: sample.html { _, _ in payload }) })
        })

    private static func hostileTags(of sample: PageSample) throws -> [(payload: String, tags: [Tag])] {
        Array(zip(payloads, try #require(tagsByPage[sample.description]))).map { ($0, $1) }
    }

    @Test(arguments: PageSample.all)
    func `hostile text creates no tag and no attribute`(_ sample: PageSample) throws {
        let usual = MarkupReader.tags(of: sample.html { _, _ in "text" }).map(\.description)
        for (payload, tags) in try Self.hostileTags(of: sample) {
            #expect(tags.map(\.description) == usual, "\(payload)")
        }
    }

    @Test(arguments: PageSample.all)
    func `data for the script stays JSON`(_ sample: PageSample) throws {
        for (payload, tags) in try Self.hostileTags(of: sample) {
            for block in tags where block["type"] == "application/json" {
                let settings = try JSONReader.read(Array(block.text.utf8))
                #expect(settings["action"]?.stringValue != nil, "\(payload)")
            }
        }
    }

    @Test(arguments: PageSample.all)
    func `each field is shown`(_ sample: PageSample) {
        var names: [String] = []
        let html = sample.html { field, _ in
            names.append(field)
            return "value of \(field)."
        }
        for name in names where name != "state" || sample.description != "sign-in" {
            #expect(html.contains("value of \(name)."))
        }
    }

    @Test(arguments: PageSample.all)
    func `links lead to this page, this server or a web server`(_ sample: PageSample) throws {
        for (payload, tags) in try Self.hostileTags(of: sample) {
            // The icon is a constant.
            for tag in tags where tag["rel"] != "icon" {
                for name in ["href", "src", "action"] {
                    guard let value = tag[name] else { continue }
                    let isHere = value == "#passkeys" || (value.hasPrefix("/") && !value.hasPrefix("//"))
                    #expect(isHere || value.hasPrefix("https://"), "\(payload)")
                }
            }
        }
    }

    @Test(arguments: ["\u{0}", "\u{7}", "\r", "\u{7F}", "\u{9F}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}"])
    func `characters that change other text are replaced`(_ text: String) {
        #expect(String(decoding: HTML("a\(text)b").bytes, as: UTF8.self) == "a\u{FFFD}b")
    }

    @Test func `text with any other character stays the same`() {
        let text = "Ada’s Ключ 鍵 👩‍👧 \t\n\u{200F}\u{A0}"
        #expect(String(decoding: HTML(text).bytes, as: UTF8.self) == text)
    }

    @Test func `markup that is interpolated is not escaped again`() {
        let html: HTML =
            "<p>\(HTML.strong("a & b"))\(attribute: "title", "\"")\(attribute: "x", nil)\(flag: "y", true)</p>"
        #expect(
            String(decoding: html.bytes, as: UTF8.self)
                == "<p><strong><bdi>a &amp; b</bdi></strong> title=\"&quot;\" y</p>")
    }
}

struct `Links of pages` {
    @Test(arguments: [
        "https://example.com", "http://127.0.0.1:8080/cb?a=b&c", "https://[::1]:8443/", "HTTPS://Example.com/#x",
        "https://xn--bcher-kva.example/ü",
    ])
    func `URLs of web servers are accepted`(_ url: String) {
        #expect(PageLink(url: url)?.text == url)
    }

    @Test(arguments: [
        "javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "//example.com", "/path", "example.com",
        "https:example.com", "https:/example.com", "https://", "https:///x", "https://user@example.com",
        "https://a.example\\@b.example", "https://example.com:port", "https://example.com:1234567",
        "https://exa mple.com",
        "https://example.com/\u{0}", "https://example.com/\"x", "https://example.com/<", " https://example.com",
        "ftp://x",
        "https://[::1", "https://[]/", "https://:80/", "com.example.app:/cb", "",
    ])
    func `other URLs are rejected`(_ url: String) {
        #expect(PageLink(url: url) == nil)
    }

    @Test(arguments: [
        "//evil.example", "/\\evil.example", "evil", "", "/a b", "/\t/evil.example", "https://a.example/",
    ])
    func `paths that are not of this server are rejected`(_ path: String) {
        #expect(PageLink(path: path) == nil)
    }

    @Test func `a path of this server is accepted`() {
        #expect(PageLink(path: "/login?state=x")?.text == "/login?state=x")
    }

    @Test func `parameters are percent-encoded`() {
        let link = PageLink(.signUp, parameters: [("state", "a&b=c\"<"), ("x", "é")])
        #expect(link.text == "/signup?state=a%26b%3Dc%22%3C&x=%C3%A9")
    }
}
