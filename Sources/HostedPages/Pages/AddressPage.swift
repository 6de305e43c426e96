// SPDX-License-Identifier: Apache-2.0

/// Says that passkeys don't work at an IP address, and leads to the same page under the server's name.
package struct AddressPage: Page {
    package let link: PageLink

    package init(link: PageLink) {
        self.link = link
    }

    package func title(in strings: Strings) -> String { strings.address.title }

    package func script(in strings: Strings) -> ScriptSettings? { .fragment }

    /// The script adds the fragment of the page's own address to the link, because a set-up address has its code there.
    package func body(in context: PageContext) -> HTML {
        let words = context.strings.address
        return """
            <h1>\(words.title)</h1>
            <p class="lead">\(words.lead)</p>
            <a class="button" href="\(link)" data-fragment><span>\(words.open(.isolated(link.origin)))</span></a>
            """
    }
}
