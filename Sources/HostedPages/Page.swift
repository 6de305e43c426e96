// SPDX-License-Identifier: Apache-2.0

/// A page with exactly the values that it shows.
package protocol Page: Sendable {
    func title(in strings: Strings) -> String
    func body(in context: PageContext) -> HTML
    /// The settings of the page's script, or `nil` if the page has no script.
    func script(in strings: Strings) -> ScriptSettings?
    /// Whether the page is a list that uses the width of the screen.
    var isWide: Bool { get }
    /// The places that the page itself posts forms to.
    var formTargets: [ContentSecurityPolicy.FormTarget] { get }
    /// The images that the page shows besides the brand's.
    var logos: [PageLink] { get }
    /// The origins that may frame the page.
    var frameAncestors: [WebOrigin] { get }
}

extension Page {
    package func script(in strings: Strings) -> ScriptSettings? { nil }
    package var isWide: Bool { false }
    package var formTargets: [ContentSecurityPolicy.FormTarget] { [] }
    package var logos: [PageLink] { [] }
    package var frameAncestors: [WebOrigin] { [] }

    package func rendered(in context: PageContext) -> RenderedPage {
        var policy = ContentSecurityPolicy(nonce: context.nonce)
        let settings = script(in: context.strings)
        policy.usesScript = settings != nil
        policy.images = ([context.brand.logo].compactMap(\.self) + logos).compactMap { WebOrigin(of: $0.text) }
        policy.formTargets = context.formTargets + formTargets
        policy.frameAncestors = frameAncestors
        return RenderedPage(html: document(in: context, with: settings).bytes, policy: policy)
    }

    private func document(in context: PageContext, with settings: ScriptSettings?) -> HTML {
        """
        <!doctype html>
        <html lang="\(context.language.code)" dir="\(context.language.direction.rawValue)">
        \(head(in: context, hasScript: settings != nil))
        <body\(attribute: "class", isWide ? "wide" : nil)>
        <header class="brand">\(context.brand.mark)</header>
        <main>
        \(body(in: context))
        </main>
        \(settings?.element)</body>
        </html>

        """
    }

    private func head(in context: PageContext, hasScript: Bool) -> HTML {
        let style = context.brand.style.map { style -> HTML in
            "<style nonce=\"\(context.nonce)\">\(style)</style>\n"
        }
        return """
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <meta name="color-scheme" content="light dark">
            <title>\(title(in: context.strings)) – \(context.brand.name)</title>
            \(AssetElements.links)\(style)\(hasScript ? AssetElements.script : nil)</head>
            """
    }
}

/// The elements that load assets. They are the same on every page.
private enum AssetElements {
    static let links: HTML = """
        <link rel="stylesheet" href="\(PageLink(asset: .style))" integrity="\(Asset.style.integrity)">
        <link rel="icon" href="\(Asset.icon)">

        """
    static let script: HTML = """
        <script type="module" src="\(PageLink(asset: .script))" integrity="\(Asset.script.integrity)"></script>

        """
}

/// A finished document, and the policy that it must be served with.
///
/// `Referrer-Policy` must be `same-origin`: with `no-referrer`, browsers send `Origin: null` with the page's forms
/// (Fetch, section 3.2).
package struct RenderedPage: Sendable {
    package let html: [UInt8]
    package let policy: ContentSecurityPolicy
}

extension Brand {
    /// The logo and the name. The image has no text of its own, because the name follows.
    fileprivate var mark: HTML {
        let image: HTML =
            if let logo {
                "<img src=\"\(logo)\" alt=\"\" height=\"40\">"
            } else {
                "<span class=\"monogram\" aria-hidden=\"true\">\(name.first.map { $0.uppercased() } ?? "")</span>"
            }
        return "\(image)<span class=\"brand-name\"><bdi>\(name)</bdi></span>"
    }
}
