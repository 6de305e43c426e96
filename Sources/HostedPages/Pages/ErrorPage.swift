// SPDX-License-Identifier: Apache-2.0

/// Says what happened, why it ends here, and what to do.
package struct ErrorPage: Page {
    package var fault: PageFault
    /// The reference of the request in the log.
    package var reference: String
    /// A further fact for developers, such as the redirect URI that is not registered. It is in English.
    package var detail: String?
    package var back: PageLink?
    package var backName: String?

    package init(_ fault: PageFault, reference: String) {
        self.fault = fault
        self.reference = reference
    }

    package func title(in strings: Strings) -> String { fault.message(in: strings).title }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        let message = fault.message(in: strings)
        let detail = detail.map { text -> HTML in "<p class=\"technical\"><bdi lang=\"en\">\(text)</bdi></p>\n" }
        let name = back.flatMap { backName ?? $0.host } ?? context.brand.name
        let link = HTML.wayOn(strings.general.back(.isolated(name)), to: back ?? PageLink(.home))
        return """
            <h1>\(message.title)</h1>
            <p class="lead">\(message.remedy)</p>
            \(detail)\(link)\(context.help)<p class="reference">\(strings.general.reference): <code>\(reference)</code></p>
            """
    }
}
