// SPDX-License-Identifier: Apache-2.0

import HostedPages
import Testing
import WireFormats

struct `Structure of mails` {
    /// The text that readers of the HTML see.
    private static func shown(_ html: String) -> String {
        MarkupReader.tags(of: html).map { MarkupReader.unescaped($0.text) }.joined()
    }

    private static func count(of text: String, in whole: String) -> Int { whole.ranges(of: text).count }

    @Test(arguments: MailSample.all, Language.allCases)
    func `each link is once in the text and once in the HTML`(_ sample: MailSample, language: Language) {
        let content = sample.content(in: .sample(language))
        let targets = MarkupReader.tags(of: content.html).compactMap { $0["href"] }
        for link in sample.links {
            #expect(content.text.split(separator: "\n").filter { $0 == link }.count == 1)
            #expect(targets.filter { $0 == link }.count == 1)
        }
    }

    @Test(arguments: MailSample.all, Language.allCases)
    func `no web server is named but those of the links`(_ sample: MailSample, language: Language) {
        let content = sample.content(in: .sample(language, support: nil))
        #expect(Self.count(of: "http", in: content.text) == sample.links.count)
        #expect(Self.count(of: "http", in: content.html) == sample.links.count)
    }

    @Test(arguments: MailSample.all, Language.allCases)
    func `the text says nothing that the HTML leaves out`(_ sample: MailSample, language: Language) {
        let content = sample.content(in: .sample(language))
        let shown = Self.shown(content.html)
        let targets = MarkupReader.tags(of: content.html).compactMap { $0["href"] }
        for line in content.text.split(separator: "\n") where !targets.contains(String(line)) {
            let name = line.hasSuffix(":") ? line.dropLast() : line.prefix { $0 != ":" }
            let value = line.dropFirst(name.count + 2)
            let isWhole = shown.contains(line)
            #expect(isWhole || (shown.contains(name) && shown.contains(value)), "\(line)")
        }
    }

    @Test(arguments: MailSample.all, Language.allCases)
    func `the HTML says nothing that the text leaves out`(_ sample: MailSample, language: Language) {
        let content = sample.content(in: .sample(language))
        // The mark is the first letter of the name beside it.
        for tag in MarkupReader.tags(of: content.html) where tag.name != "span" {
            let text = MarkupReader.unescaped(tag.text)
            #expect(text.allSatisfy(\.isWhitespace) || content.text.contains(text), "\(text)")
        }
    }

    @Test(arguments: MailSample.all, Language.allCases)
    func `the text has no markup`(_ sample: MailSample, language: Language) {
        let text = sample.content(in: .sample(language)).text
        #expect(!text.contains { "<>{}".contains($0) })
        #expect(!text.contains("&amp;") && !text.contains("&#"))
    }

    @Test(arguments: MailSample.all)
    func `nothing is loaded and nothing runs`(_ sample: MailSample) {
        let content = sample.content()
        let allowed: Set = [
            "!doctype", "html", "head", "meta", "title", "body", "div", "p", "span", "bdi", "h1", "a", "table", "tr",
            "th", "td",
        ]
        for tag in MarkupReader.tags(of: content.html) where !tag.name.hasPrefix("/") {
            #expect(allowed.contains(tag.name))
            #expect(tag.attributes.allSatisfy { !$0.name.hasPrefix("on") && $0.name != "src" && $0.name != "class" })
        }
        #expect(!content.html.contains("url("))
    }

    @Test(arguments: MailSample.all)
    func `the heading is the subject`(_ sample: MailSample) {
        let content = sample.content()
        let heading = MarkupReader.tags(of: content.html).first { $0.name == "h1" }?.text
        #expect(heading.map(MarkupReader.unescaped) == content.subject)
        #expect(content.text.hasPrefix("\(content.subject)\n\n"))
    }

    @Test(arguments: MailSample.all)
    func `a mail differs between the languages`(_ sample: MailSample) {
        let contents = Language.allCases.map { sample.content(in: .sample($0)) }
        #expect(Set(contents.map(\.subject)).count == contents.count)
        let lines = contents.map { Set($0.text.split(separator: "\n").filter { !$0.contains("https://") }) }
        let shared = lines[0].intersection(lines[1]).subtracting([MailSample.code[...]])
        #expect(shared == shared.filter { $0.hasPrefix("Network: ") }, "\(shared)")
    }

    @Test(arguments: MailSample.all)
    func `the HTML says its language`(_ sample: MailSample) {
        for language in Language.allCases {
            let tags = MarkupReader.tags(of: sample.content(in: .sample(language)).html)
            #expect(tags.first { $0.name == "html" }?["lang"] == language.code)
        }
    }

    @Test(arguments: `Text on pages`.payloads)
    func `the name of a brand creates no tag and no attribute`(_ payload: String) {
        for sample in MailSample.all {
            let usual = MarkupReader.tags(of: sample.content().html).map(\.description)
            let hostile = sample.content(in: .sample(brand: Brand(name: payload)))
            #expect(MarkupReader.tags(of: hostile.html).map(\.description) == usual)
        }
    }

    @Test(arguments: `Text on pages`.payloads)
    func `the name of a brand stays in its line`(_ payload: String) {
        let sample = MailSample.all[0]
        let content = sample.content(in: .sample(brand: Brand(name: payload)))
        #expect(content.text.split(separator: "\n").count == sample.content().text.split(separator: "\n").count)
        #expect(!content.subject.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test(arguments: [
        "#ffff00", "#000000", "#ffffff", "#808080", "#e4572e", "#00ff88", "#7a1fa2", "#0a0a3c", "#1a1d24", "",
    ])
    func `a brand's colors can be read and seen in both schemes`(_ color: String) throws {
        let context = MailContext.sample(brand: Brand(name: "x", accent: RGBColor(color)))
        let tags = MarkupReader.tags(of: MailSample.all[0].content(in: context).html)
        let colored = tags.compactMap { $0["style"] }.filter { $0.contains("background-color") }
        #expect(colored.count == 2)
        for style in colored {
            let values = Dictionary(
                style.split(separator: ";").map { $0.split(separator: ":", maxSplits: 1) }.map { ($0[0], $0[1]) },
                uniquingKeysWith: { $1 })
            let fill = try #require(values["background-color"].flatMap { RGBColor(String($0)) })
            let ink = try #require(values["color"].flatMap { RGBColor(String($0)) })
            let edge = try #require(values["border"].flatMap { RGBColor(String($0.suffix(7))) })
            #expect(ink.contrast(with: fill) >= 4.5)
            #expect(edge.contrast(with: .white) >= 3)
            #expect(edge.contrast(with: RGBColor(red: 0x1A, green: 0x1D, blue: 0x24)) >= 3)
        }
    }
}
