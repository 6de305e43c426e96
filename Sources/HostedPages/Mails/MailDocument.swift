// SPDX-License-Identifier: Apache-2.0

/// A part of a mail. Each becomes plain text and HTML, so that neither says more than the other.
package enum MailBlock: Sendable {
    case paragraph(String)
    /// A list of names with what they stand for.
    case facts([(name: String, value: String)])
    /// A code to type in. Its line in the text has nothing else, so that phones offer it above the keyboard.
    case code(String)
    /// The link that the mail is about.
    case button(String, MailLink)
    case link(String, MailLink)
    case closing(String)
}

/// A mail as text and as a document.
///
/// Mail programs drop style sheets, and some recolor the mail in their dark scheme. So all style is inline, and only the
/// brand's mark and buttons have colors: both parts of each, which then stay readable together. Everything else has the
/// colors of the program.
struct MailDocument {
    let subject: String
    let blocks: [MailBlock]
    let context: MailContext

    var text: String {
        ([subject] + blocks.map(\.text)).joined(separator: "\n\n") + "\n"
    }

    var html: HTML {
        let colors = context.brand.mailColors
        return """
            <!doctype html>
            <html lang="\(context.language.code)" dir="\(context.language.direction.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="supported-color-schemes" content="light dark">
            <title>\(subject)</title>
            </head>
            <body style="margin:0;padding:0">
            <div style="\(MailStyle.page)">
            \(context.brand.mark(in: colors))<h1 style="\(MailStyle.heading)">\(subject)</h1>
            \(blocks.map { $0.html(in: colors) })</div>
            </body>
            </html>

            """
    }
}

extension MailBlock {
    fileprivate var text: String {
        switch self {
        case .paragraph(let text), .code(let text), .closing(let text): text
        case .facts(let facts): facts.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        case .button(let text, let link), .link(let text, let link): "\(text):\n\(link.text)"
        }
    }

    fileprivate func html(in colors: MailColors) -> HTML {
        switch self {
        case .paragraph(let text): "<p style=\"\(MailStyle.paragraph)\">\(text)</p>\n"
        case .code(let text): Self.code(OneTimeCode(text))
        case .facts(let facts): Self.table(facts)
        case .button(let text, let link): Self.button(text, link, in: colors)
        case .link(let text, let link):
            "<p style=\"\(MailStyle.paragraph)\"><a href=\"\(link.target)\" style=\"\(MailStyle.link)\">\(text)</a></p>\n"
        case .closing(let text): "<p style=\"\(MailStyle.closing)\">\(text)</p>\n"
        }
    }

    /// The gap is no blank, so that the code is copied without one.
    private static func code(_ code: OneTimeCode) -> HTML {
        let halves = code.halves.map { first, second -> HTML in
            "<span style=\"\(MailStyle.firstHalf)\">\(first)</span>\(second)"
        }
        return "<p style=\"\(MailStyle.code)\">\(halves ?? HTML(code.text))</p>\n"
    }

    private static func button(_ text: String, _ link: MailLink, in colors: MailColors) -> HTML {
        """
        <p style="\(MailStyle.paragraph)"><a href="\(link.target)" style="\(MailStyle.button);\(colors.fill)">\
        \(text)</a></p>

        """
    }

    private static func table(_ facts: [(name: String, value: String)]) -> HTML {
        let rows = facts.map { fact -> HTML in
            """
            <tr><th scope="row" align="left" style="\(MailStyle.factName)">\(fact.name)</th>\
            <td style="\(MailStyle.factValue)">\(fact.value)</td></tr>

            """
        }
        return "<table style=\"\(MailStyle.facts)\">\n\(rows)</table>\n"
    }
}

extension Brand {
    /// The name, beside its first letter. There is no image, because loading one would say when the mail was read.
    fileprivate func mark(in colors: MailColors) -> HTML {
        let initial = name.first.map { $0.uppercased() } ?? ""
        return """
            <p style="\(MailStyle.brand)"><span aria-hidden="true" style="\(MailStyle.monogram);\(colors.fill)">\
            \(initial)</span> <bdi>\(name)</bdi></p>

            """
    }
}
