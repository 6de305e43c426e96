// SPDX-License-Identifier: Apache-2.0

import HostedPages
import Testing
import WireFormats

struct `Languages of pages` {
    static let negotiations: [(String?, String?, Language)] = [
        (nil, nil, .english), ("de", nil, .german), ("DE-at", nil, .german), ("fr de en", nil, .german),
        ("fr", "de", .german), ("en", "de", .english), ("fr", nil, .english), ("", "de", .german), (nil, "", .english),
        (nil, "de-DE,de;q=0.9,en;q=0.8", .german), (nil, "en;q=0.5, de;q=0.6", .german), (nil, "en,de", .english),
        (nil, "de;q=0, en;q=0.1", .english), (nil, "fr, *;q=0.1", .english), (nil, "*;q=0.1, de;q=0.2", .german),
        (nil, "de ; q=0.7 , en;q=0.701", .english), (nil, "de;q=2", .english), (nil, "de;q=1.001", .english),
        (nil, "de;q=0.0001", .english), (nil, "de;q=x", .english), (nil, "de;level=1", .english),
        (nil, "de;q=1.000", .german), (nil, ";;;,,,", .english), (nil, "deu", .english), (nil, "d", .english),
        ("de_DE", nil, .german), ("\u{212A} de", nil, .german), (nil, "de;q=", .english), (nil, "de;q=0.", .english),
    ]

    @Test(arguments: negotiations)
    func `the language is the one that is asked for`(_ row: (locales: String?, header: String?, language: Language)) {
        #expect(Language.negotiated(locales: row.locales, acceptLanguage: row.header) == row.language)
    }

    @Test func `the fallback applies where no language matches`() {
        #expect(Language.negotiated(locales: "fr", acceptLanguage: "it", fallback: .german) == .german)
        #expect(Language.negotiated(locales: nil, acceptLanguage: "*", fallback: .german) == .german)
    }

    @Test func `tags beyond the limits are ignored`() {
        let many = String(repeating: "fr ", count: 30) + "de"
        #expect(Language.negotiated(locales: many, acceptLanguage: nil) == .english)
        let long = String(repeating: "x", count: 600) + ",de"
        #expect(Language.negotiated(locales: nil, acceptLanguage: long) == .english)
    }

    @Test(arguments: Language.allCases)
    func `no sentence is empty`(_ language: Language) {
        var count = 0
        func visit(_ value: Any, path: String) {
            if let text = value as? String {
                count += 1
                // A remedy may be empty where its title says everything.
                let isShort = path.contains("scopes") || path.hasSuffix("passkeyRenamed.remedy")
                #expect(!text.isEmpty || isShort, "\(path)")
            } else {
                for (index, child) in Mirror(reflecting: value).children.enumerated() {
                    visit(child.value, path: "\(path).\(child.label ?? String(index))")
                }
            }
        }
        visit(language.strings, path: language.code)
        #expect(count > 150)
    }

    @Test func `the languages know the same scopes`() {
        for scope in ["openid", "profile", "email", "phone", "address", "offline_access"] {
            let entry = ConsentPage(
                token: .state("x"), clientName: "x", accountName: "x", scopes: [RequestedScope(scope)])
            for language in Language.allCases {
                let html = String(decoding: entry.rendered(in: .sample(language)).html, as: UTF8.self)
                #expect(!html.contains("<bdi>\(scope)</bdi>"))
            }
        }
    }

    @Test func `a fact for developers is marked as English on a German page`() {
        var page = ErrorPage(.redirectMismatch, reference: "req_1")
        page.detail = "The redirect_uri is not registered."
        let html = String(decoding: page.rendered(in: .sample(.german)).html, as: UTF8.self)
        let marked = MarkupReader.tags(of: html).filter { $0.name == "bdi" && $0["lang"] == "en" }
        #expect(marked.map(\.text) == ["The redirect_uri is not registered."])
    }

    @Test(arguments: [
        ("2026-03-03T10:00:00Z", Language.english, "March 3, 2026"), ("2026-03-03T10:00:00Z", .german, "3. März 2026"),
        ("2024-02-29T23:59:59Z", .english, "February 29, 2024"), ("2025-12-31T00:00:00Z", .german, "31. Dezember 2025"),
    ])
    func `dates are written as the language writes them`(_ text: String, language: Language, expected: String) throws {
        let time = try #require(Timestamp(text))
        var page = AccountPage(token: .csrf("x"), name: nil, identifiers: [])
        page.passkeys = [PasskeyEntry(id: "p1", createdAt: time)]
        let html = String(decoding: page.rendered(in: .sample(language)).html, as: UTF8.self)
        #expect(html.contains("<time datetime=\"\(text)\">\(expected)</time>"))
    }

    @Test(arguments: PageSample.all.filter { $0.description != "web-message" })
    func `a page differs between the languages`(_ sample: PageSample) {
        let titles = Language.allCases.map { sample.usual.title(in: $0.strings) }
        #expect(Set(titles).count == titles.count)
    }
}
