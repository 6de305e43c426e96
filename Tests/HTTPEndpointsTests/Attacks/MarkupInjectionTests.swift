// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import Testing
import WireFormats

/// Nothing that anyone sends becomes markup of a page.
struct MarkupInjectionTests {
    static let payloads = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
        "</title><svg onload=a>",
        "javascript:alert(1)", "{{7*7}}${7*7}", "</script><script>x</script>", "<!--", "]]>", "&lt;b&gt;&#60;",
        "\u{202E}gnp.exe", "\u{0}<b>", "\"><base href=//attacker.test>", "\" autofocus onfocus=alert(1) x=\"",
        "<iframe srcdoc='x'>", "<form action=https://attacker.test>", "<meta http-equiv=refresh content=0>",
    ]
    private static let elements: Set = [
        "html", "head", "meta", "title", "link", "script", "style", "body", "header", "main", "span", "img", "h1", "h2",
        "p",
        "strong", "bdi", "form", "input", "label", "div", "button", "a", "noscript", "svg", "path", "circle", "rect",
        "line",
        "polyline", "ul", "li", "code", "br", "footer", "nav", "g",
    ]
    private static let attributes: Set = [
        "lang", "dir", "charset", "name", "content", "rel", "href", "integrity", "nonce", "type", "src", "class", "id",
        "role",
        "alt", "height", "width", "method", "action", "data-flow", "data-submit", "data-ceremony", "data-hints",
        "value",
        "maxlength", "autocomplete", "inputmode", "autocapitalize", "spellcheck", "required", "autofocus", "for",
        "hidden",
        "tabindex", "data-send", "aria-hidden", "aria-describedby", "aria-invalid", "aria-label", "viewBox", "d",
        "fill",
        "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "cx", "cy", "r", "x", "y", "rx", "focusable",
        "disabled",
        "aria-live", "data-autofill",
    ]

    /// Checks that a page consists of the server's own elements, attributes and targets.
    static func check(_ page: PageDocument, sourceLocation: SourceLocation = #_sourceLocation) {
        for element in page.elements {
            if !elements.contains(element.name) {
                Issue.record("an element \(element.name)", sourceLocation: sourceLocation)
            }
            for attribute in element.attributes where !attributes.contains(attribute.name) {
                Issue.record("\(element.name) has \(attribute.name)", sourceLocation: sourceLocation)
            }
            for name in ["href", "src", "action"] {
                guard let target = element[name] else { continue }
                let isIcon = element["rel"] == "icon" && target.hasPrefix("data:image/svg+xml;base64,")
                let isOwn = isIcon || (target.hasPrefix("/") && !target.hasPrefix("//"))
                if !isOwn, !target.hasPrefix("https://app.brand1.test/callback") {
                    Issue.record("\(element.name) leads to \(target)", sourceLocation: sourceLocation)
                }
            }
        }
        let scripts = page.elements.filter { $0.name == "script" }
        #expect(scripts.count <= 2, sourceLocation: sourceLocation)
        #expect(
            scripts.allSatisfy { $0["src"] != nil || $0["type"] == "application/json" }, sourceLocation: sourceLocation)
        let title = page.elements.filter { $0.name == "title" }
        #expect(title.count == 1, sourceLocation: sourceLocation)
    }

    @Test(arguments: payloads)
    func `parameters are text on the page`(payload: String) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        for name in ["login_hint", "ui_locales", "state", "display", "screen_hint", "acr_values", "nonce", "scope"] {
            let visit = try await browser.authorize(party.attempt([name: payload]))
            guard !visit.isAway else { continue }
            Self.check(try visit.page)
        }
        let hint = try await browser.authorize(party.attempt(["login_hint": payload, "prompt": "create"]))
        Self.check(try hint.page)
    }

    @Test(arguments: payloads)
    func `error pages and form posts are text`(payload: String) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        for name in ["client_id", "redirect_uri", "response_mode", "request_uri"] {
            let visit = try await browser.authorize(party.attempt([name: payload]))
            if !visit.isAway { Self.check(try visit.page) }
        }
        let encoded = PercentEncoding.encode(payload)
        for path in ["/\(encoded)", "/login?state=\(encoded)", "/login?\(encoded)=x", "/assets/\(encoded)"] {
            let visit = try await browser.visit(path)
            if visit.response.isPage { Self.check(try visit.page) }
        }
        let form = try await browser.authorize(
            party.attempt(["response_mode": "form_post", "prompt": "none", "state": payload]))
        Self.check(try form.page)
        let message = try await browser.authorize(
            party.attempt(["response_mode": "web_message", "prompt": "none", "state": payload]))
        Self.check(try message.page)
        #expect(try message.page.settings?["message"]?["response"]?["state"] == .string(payload))
    }

    @Test(arguments: payloads.filter { !$0.contains("\u{0}") && !$0.contains("\u{202E}") })
    func `names of clients, users and scopes are text`(payload: String) async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == "partner" {
                documents[index].json["name"] = .string(payload)
            }
            for index in documents.indices where documents[index].kind == .tenant {
                documents[index].json["friendly_name"] = .string(payload)
            }
            for index in documents.indices where documents[index].id == TestServerConfiguration.interface {
                documents[index].json["scopes"] = [["value": "read:notes", "description": .string(payload)]]
            }
        }
        let party = RelyingParty(at: server).with {
            $0.client = "partner"
            $0.redirectURI = TestServerConfiguration.partnerCallback
            $0.scope = "openid read:notes"
        }
        let browser = TestBrowser(at: server)
        try await browser.signUp(at: RelyingParty(at: server), name: payload)
        for changes in [["prompt": "login"], ["prompt": "create"], ["prompt": "select_account"], [:]] {
            let visit = try await browser.authorize(party.attempt(changes))
            Self.check(try visit.page)
        }
        let visit = try await browser.authorize(party.attempt(["audience": TestServerConfiguration.interface]))
        if !visit.isAway { Self.check(try visit.page) }
    }

    @Test(arguments: payloads)
    func `what a user enters is text when the page shows it again`(payload: String) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let page = try await browser.authorize(party.attempt(["screen_hint": "signup"]))
        let again = try await browser.submit(page.page.form("/signup"), entering: ["email": payload])
        Self.check(try again.page)
        #expect(again.response.status == 400 || again.path == "/signup")
    }

    @Test func `no page can be framed, cached or sniffed, and every policy is strict`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        try await browser.signUp(at: party)
        let partner = party.with {
            $0.client = "partner"
            $0.redirectURI = TestServerConfiguration.partnerCallback
        }
        var visits = [try await browser.visit("/authorize"), try await browser.visit("/nothing")]
        for changes in [["prompt": "login"], ["prompt": "create"], ["prompt": "select_account"]] {
            visits.append(try await browser.authorize(party.attempt(changes)))
        }
        visits.append(try await browser.authorize(partner.attempt()))
        visits.append(try await browser.authorize(party.attempt(["response_mode": "form_post"])))
        for visit in visits {
            let headers = visit.response.headers
            let policy = try #require(headers["Content-Security-Policy"])
            #expect(policy.contains("frame-ancestors 'none'") && headers["X-Frame-Options"] == "DENY")
            #expect(!policy.contains("unsafe") && !policy.contains("*"))
            #expect(headers["Cache-Control"] == "no-store" && headers["X-Content-Type-Options"] == "nosniff")
            #expect(headers["Referrer-Policy"] == "same-origin")
            #expect(headers["Access-Control-Allow-Origin"] == nil)
        }
        let nonces = visits.compactMap {
            $0.response.headers["Content-Security-Policy"]?.split(separator: "'nonce-").last
        }
        #expect(Set(nonces).count == visits.count)
    }
}
