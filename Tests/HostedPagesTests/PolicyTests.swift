// SPDX-License-Identifier: Apache-2.0

import HostedPages
import Testing
import WireFormats

struct `Policies of pages` {
    private func sample(_ name: String) throws -> PageSample {
        try #require(PageSample.all.first { $0.description == name })
    }

    @Test func `a page without a script allows none`() throws {
        let policy = try sample("error").rendered().policy.text
        #expect(
            policy
                == "default-src 'none'; style-src 'self' 'nonce-bm9uY2U'; img-src data:; form-action 'self'; "
                + "frame-ancestors 'none'; base-uri 'none'")
    }

    @Test func `a page with a script allows its own`() throws {
        let policy = try sample("sign-in").rendered().policy.text
        #expect(policy.contains("; script-src 'self'; connect-src 'self'; "))
    }

    @Test(arguments: PageSample.all)
    func `nothing is allowed that is inline or evaluated`(_ sample: PageSample) {
        let policy = sample.rendered().policy.text
        #expect(!policy.contains("unsafe"))
        #expect(!policy.contains("*"))
        // The icon is an image in the page. Scripts and styles are not.
        #expect(policy.replacing("img-src data:", with: "").contains("data:") == false)
    }

    @Test func `images come from the origins of the logos`() throws {
        var page = ConsentPage(token: .state("x"), clientName: "x", accountName: "x", scopes: [])
        page.clientLogo = PageLink(url: "https://client.example:8443/a;b.png")
        var context = PageContext.sample
        context.brand.logo = PageSample.logo
        let policy = page.rendered(in: context).policy.text
        #expect(policy.contains("; img-src data: https://images.example.com https://client.example:8443; "))
    }

    @Test func `a form may redirect to the client`() throws {
        var context = PageContext.sample
        context.formTargets = ["https://app.example/cb?x", "com.example.app:/cb", "https://app.example/other"]
            .compactMap {
                ContentSecurityPolicy.FormTarget(redirectURI: $0)
            }
        let policy = try sample("sign-in").rendered(in: context).policy.text
        #expect(policy.contains("; form-action 'self' https: com.example.app:; "))
    }

    @Test func `a form of the response goes to its destination`() throws {
        let policy = try sample("form-post").rendered().policy.text
        #expect(policy.contains("; form-action 'self' https:; "))
    }

    @Test(arguments: PageSample.all)
    func `only messages may be framed, by their target`(_ sample: PageSample) {
        let expected = sample.description == "web-message" ? "https://photos.acme.example" : "'none'"
        #expect(sample.rendered().policy.text.contains("; frame-ancestors \(expected); "))
    }

    @Test(arguments: [
        ("https://app.example/cb", "https:"), ("http://127.0.0.1:4000/", "http:"), ("http://[::1]:4000/", "http:"),
        ("com.example.App:/cb", "com.example.app:"), ("myapp://cb", "myapp:"),
    ])
    func `the source of a redirect URI is its scheme`(_ uri: String, source: String) {
        #expect(ContentSecurityPolicy.FormTarget(redirectURI: uri)?.source == source)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:x", "data:text/html,x", "blob:x", "", ":", "noscheme", "1app:/cb", "a b:/cb",
        "a;script-src:/cb", "https:x", "http://", "https://a.example; script-src *", "ä:/", "about:blank",
    ])
    func `a redirect URI that can run a script has no source`(_ uri: String) {
        #expect(ContentSecurityPolicy.FormTarget(redirectURI: uri) == nil)
    }
}

struct `Assets of pages` {
    @Test func `names contain the hash of the content`() {
        for asset in Asset.all {
            #expect(
                asset.name.utf8.count == asset.name.prefix { $0 != "-" }.utf8.count + 18
                    + (asset.name.hasSuffix("js") ? 2 : 3))
            #expect(asset.integrity.hasPrefix("sha256-"))
            #expect(Asset.named(asset.name) == asset)
        }
        #expect(Set(Asset.all.map(\.name)).count == 2)
    }

    @Test(arguments: ["", "pages.css", "../pages.css", "pages-.css"])
    func `an unknown name has no asset`(_ name: String) {
        #expect(Asset.named(name) == nil)
    }

    @Test(arguments: PageSample.all)
    func `a page refers to assets with their integrity`(_ sample: PageSample) {
        let tags = MarkupReader.tags(of: sample.html())
        let style = tags.first { $0["rel"] == "stylesheet" }
        #expect(style?["href"] == "/assets/\(Asset.style.name)")
        #expect(style?["integrity"] == Asset.style.integrity)
        let script = tags.first { $0.name == "script" && $0["src"] != nil }
        let hasScript = sample.usual.script(in: Language.english.strings) != nil
        #expect(script?["src"] == (hasScript ? "/assets/\(Asset.script.name)" : nil))
        #expect(script?["integrity"] == (hasScript ? Asset.script.integrity : nil))
    }

    /// With the largest page, which has 20 kB, they stay below 50 kB even if nothing is compressed. The script has 18
    /// kB since it says before the click what can't work, sends what selects the account, reports why the device failed,
    /// and shows by the user's clock when something is possible.
    @Test func `assets are small`() {
        #expect(Asset.script.bytes.count < 18_500)
        #expect(Asset.style.bytes.count < 12_000)
    }

    @Test(arguments: PageSample.all)
    func `the icon is in the page`(_ sample: PageSample) {
        let icons = MarkupReader.tags(of: sample.html()).filter { $0["rel"] == "icon" }
        #expect(icons.count == 1)
        #expect(icons.first?["href"]?.hasPrefix("data:image/svg+xml;base64,") == true)
    }

    @Test func `the style sheet knows no left and no right`() {
        let sheet = String(decoding: Asset.style.bytes, as: UTF8.self)
        for word in ["left:", "right:", "-left", "-right", "text-align: left", "width: 100%;"]
        where word != "width: 100%;" {
            #expect(!sheet.contains(word))
        }
    }
}
