// SPDX-License-Identifier: Apache-2.0

import HostedPages
import Testing
import WireFormats

struct `Structure of pages` {
    private func tags(_ sample: PageSample, in language: Language = .english) -> [Tag] {
        MarkupReader.tags(of: sample.html(in: .sample(language)))
    }

    @Test(arguments: PageSample.all, Language.allCases)
    func `a page names its language, its direction and itself`(_ sample: PageSample, language: Language) throws {
        let tags = tags(sample, in: language)
        let root = try #require(tags.first { $0.name == "html" })
        #expect(root["lang"] == language.code)
        #expect(root["dir"] == "ltr")
        let title = try #require(tags.first { $0.name == "title" }?.text)
        #expect(title.hasSuffix(" – Northwind") && title.count > 12)
    }

    @Test(arguments: PageSample.all)
    func `a page has one heading of the first level and one main part`(_ sample: PageSample) {
        let tags = tags(sample)
        #expect(tags.count { $0.name == "h1" } == 1)
        #expect(tags.count { $0.name == "main" } == 1)
    }

    @Test(arguments: PageSample.all)
    func `elements are closed in their order`(_ sample: PageSample) {
        let empty: Set = ["!doctype", "meta", "link", "input", "img", "br", "circle", "path", "rect"]
        var open: [String] = []
        for tag in tags(sample) where !empty.contains(tag.name) {
            if tag.name.hasPrefix("/") {
                #expect(open.popLast() == String(tag.name.dropFirst()))
            } else {
                open.append(tag.name)
            }
        }
        #expect(open.isEmpty)
    }

    @Test(arguments: PageSample.all)
    func `ids are unique, and what refers to one exists`(_ sample: PageSample) {
        let tags = tags(sample)
        let ids = tags.compactMap { $0["id"] }
        #expect(Set(ids).count == ids.count)
        for tag in tags {
            let references = [tag["for"], tag["aria-labelledby"], tag["aria-describedby"]].compactMap(\.self)
            for id in references.flatMap({ $0.split(separator: " ") }) { #expect(ids.contains(String(id))) }
        }
    }

    @Test(arguments: PageSample.all)
    func `each input has a label, and each button and link has a name`(_ sample: PageSample) {
        let tags = tags(sample)
        let labeled = Set(tags.filter { $0.name == "label" }.compactMap { $0["for"] })
        // A hidden name is for password managers.
        let inputs = tags.filter { $0.name == "input" && $0["type"] != "hidden" && $0["hidden"] == nil }
        for tag in inputs where tag["type"] != "checkbox" {
            #expect(labeled.contains(tag["id"] ?? ""))
        }
        for (index, tag) in tags.enumerated() where ["button", "a", "summary"].contains(tag.name) {
            let content = tags[index...].prefix { $0.name != "/\(tag.name)" }.map(\.text).joined()
            #expect(tag["aria-label"]?.isEmpty == false || content.contains(where: \.isLetter))
        }
    }

    @Test(arguments: PageSample.all)
    func `images and drawings are hidden where text says the same`(_ sample: PageSample) {
        for tag in tags(sample) {
            if tag.name == "svg" { #expect(tag["aria-hidden"] == "true") }
            if tag.name == "img" { #expect(tag["alt"]?.isEmpty == true) }
        }
    }

    @Test(arguments: PageSample.all)
    func `no markup contains a script or a style of its own`(_ sample: PageSample) {
        for tag in tags(sample) {
            #expect(!tag.attributes.contains { $0.name.lowercased().hasPrefix("on") || $0.name == "style" })
            if tag.name == "script" { #expect(tag["src"] != nil || tag["type"] == "application/json") }
            if tag.name == "style" { #expect(tag["nonce"] != nil) }
            #expect(!tag.attributes.contains { $0.name.hasPrefix("unquoted") })
        }
    }

    @Test(arguments: PageSample.all)
    func `each form for this server carries a token`(_ sample: PageSample) {
        let tags = tags(sample)
        for (index, tag) in tags.enumerated() where tag.name == "form" && tag["action"]?.hasPrefix("/") == true {
            let inputs = tags[index...].prefix { $0.name != "/form" }.filter { $0["type"] == "hidden" }
            #expect(tag["method"] == "post")
            #expect(inputs.contains { ["state", "csrf", "t"].contains($0["name"] ?? "") })
        }
    }

    @Test(arguments: PageSample.all)
    func `forms and requests go to known paths`(_ sample: PageSample) throws {
        let tags = tags(sample)
        var paths = tags.filter { $0.name == "form" }.compactMap { $0["action"] }.filter { $0.hasPrefix("/") }
        for block in tags where block["type"] == "application/json" {
            let settings = try JSONReader.read(Array(block.text.utf8))
            paths += ["begin", "finish", "contents"].compactMap { settings[$0]?.stringValue }
        }
        for path in paths { #expect(PagePath(rawValue: path) != nil) }
    }

    @Test(arguments: PageSample.all.filter { $0.usual.script(in: Language.english.strings) != nil })
    func `a page with a ceremony says so without a script`(_ sample: PageSample) {
        let tags = tags(sample)
        guard tags.contains(where: { $0["data-ceremony"] != nil }) else {
            let isRedirect = tags.contains { $0.name == "form" && $0["data-submit"] != nil }
            #expect(isRedirect || ["web-message", "account-full", "address"].contains(sample.description))
            return
        }
        #expect(tags.contains { $0.name == "noscript" })
        #expect(tags.contains { $0["id"] == "notice" && $0["role"] == "alert" && $0["tabindex"] == "-1" })
        #expect(tags.contains { $0["id"] == "status" && $0["role"] == "status" })
    }

    @Test(arguments: PageSample.all, Language.allCases)
    func `a page stays small`(_ sample: PageSample, language: Language) {
        #expect(sample.html(in: .sample(language)).utf8.count < 20_000)
    }
}

struct `Interfaces for passkeys` {
    private func inputs(_ interface: SignInPage.ChallengeInterface) -> [Tag] {
        var page = SignInPage(token: .state("x"))
        page.challengeInterface = interface
        let html = String(decoding: page.rendered(in: .sample).html, as: UTF8.self)
        return MarkupReader.tags(of: html).filter { $0.name == "input" && $0["type"] != "hidden" }
    }

    @Test(arguments: [SignInPage.ChallengeInterface.autofill, .both])
    func `autofill has a field that suggests passkeys`(_ interface: SignInPage.ChallengeInterface) {
        #expect(inputs(interface).map { $0["autocomplete"] } == ["username webauthn"])
        #expect(inputs(interface).map { $0["data-send"] } == ["finish"])
    }

    @Test(arguments: [
        ([IdentifierField.Kind.email], Language.english, "Email address"),
        ([.email, .phone], .english, "Email address or phone number"),
        ([.email, .username, .phone], .english, "Email address, username or phone number"),
        ([.username, .phone], .german, "Benutzername oder Telefonnummer"), ([], .german, ""),
    ])
    func `the field is named after what it takes`(
        _ row: (kinds: [IdentifierField.Kind], language: Language, label: String)
    ) {
        var page = SignInPage(token: .state("x"))
        page.identifiers = row.kinds
        let html = String(decoding: page.rendered(in: .sample(row.language)).html, as: UTF8.self)
        #expect(MarkupReader.tags(of: html).first { $0.name == "label" }?.text == "\(row.label) ")
    }

    @Test func `the button alone has no field`() {
        #expect(inputs(.button).isEmpty)
    }

    @Test(arguments: [true, false])
    func `a passkey can be skipped only where that is allowed`(_ isSkippable: Bool) {
        let page = CreatePasskeyPage(token: .state("x"), identifier: "ada", isSkippable: isSkippable)
        let html = String(decoding: page.rendered(in: .sample).html, as: UTF8.self)
        #expect(html.contains(PagePath.signUpSkip.rawValue) == isSkippable)
    }

    @Test func `only an account without a way in gets the warning that its session is the only way in`() {
        let warning = "only way into your account"
        var page = AccountPage(token: .csrf("x"), name: nil, identifiers: [])
        page.isOnlyWayIn = true
        #expect(String(decoding: page.rendered(in: .sample).html, as: UTF8.self).contains(warning))
        page.isOnlyWayIn = false
        #expect(!String(decoding: page.rendered(in: .sample).html, as: UTF8.self).contains(warning))
        var logout = LogoutPage(token: .csrf("x"), accountName: "Ada", stay: PageLink(.account))
        #expect(!String(decoding: logout.rendered(in: .sample).html, as: UTF8.self).contains(warning))
        logout.isOnlyWayIn = true
        #expect(String(decoding: logout.rendered(in: .sample).html, as: UTF8.self).contains(warning))
    }

    @Test func `a passkey that signed the user up is not shown as never used`() {
        var entry = PasskeyEntry(id: "p1", createdAt: Timestamp(secondsSince1970: 0))
        var page = AccountPage(token: .csrf("x"), name: nil, identifiers: [])
        page.passkeys = [entry]
        #expect(String(decoding: page.rendered(in: .sample).html, as: UTF8.self).contains("Never used"))
        entry.isOfThisSession = true
        page.passkeys = [entry]
        #expect(!String(decoding: page.rendered(in: .sample).html, as: UTF8.self).contains("Never used"))
    }

    @Test func `an account that has the most passkeys is offered no other`() {
        var page = AccountPage(token: .csrf("x"), name: nil, identifiers: [])
        page.isFull = true
        let html = String(decoding: page.rendered(in: .sample).html, as: UTF8.self)
        #expect(!html.contains("data-ceremony"))
        #expect(html.contains("20 passkeys"))
    }

    @Test(arguments: AccountNotice.allCases, Language.allCases)
    func `a message about a change takes the focus and is a status`(_ notice: AccountNotice, language: Language) throws
    {
        var page = AccountPage(token: .csrf("x"), name: nil, identifiers: [])
        page.notice = Notice(notice, in: language)
        let html = String(decoding: page.rendered(in: .sample(language)).html, as: UTF8.self)
        let tag = try #require(MarkupReader.tags(of: html).first { $0["class"] == "notice success" })
        #expect(tag["role"] == "status" && tag["tabindex"] == "-1" && tag["autofocus"] != nil)
    }

    @Test func `a page at which something ends says who can help`() {
        var context = PageContext.sample
        let pages: [any Page] = [
            ErrorPage(.unknownClient, reference: "req_x"), DeviceDonePage(isConnected: false), LoggedOutPage(),
            SignInPage(token: .state("x")),
        ]
        for page in pages {
            #expect(
                String(decoding: page.rendered(in: context).html, as: UTF8.self).contains("https://example.com/help"))
        }
        context.support = nil
        for page in pages {
            let html = String(decoding: page.rendered(in: context).html, as: UTF8.self)
            #expect(html.contains("Ask whoever runs <bdi>auth.example.com</bdi>."), "\(html)")
        }
    }

    @Test func `the last passkey can't be removed`() {
        var entry = PasskeyEntry(id: "p1", createdAt: Timestamp(secondsSince1970: 0))
        entry.isKept = true
        var page = AccountPage(token: .csrf("x"), name: nil, identifiers: [])
        page.passkeys = [entry]
        let html = String(decoding: page.rendered(in: .sample).html, as: UTF8.self)
        #expect(!html.contains(PagePath.accountPasskeyRemoval.rawValue))
    }
}
