// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Returns an authorization response to the client as a form (`response_mode=form_post`).
package struct FormPostPage: Page {
    package var clientName: String
    package let destination: PageLink
    package let parameters: [(name: String, value: String)]

    package init(clientName: String, destination: PageLink, parameters: [(name: String, value: String)]) {
        self.clientName = clientName
        self.destination = destination
        self.parameters = parameters
    }

    package func title(in strings: Strings) -> String { strings.response.title }

    package func script(in strings: Strings) -> ScriptSettings? { .submission }

    package var formTargets: [ContentSecurityPolicy.FormTarget] {
        [ContentSecurityPolicy.FormTarget(redirectURI: destination.text)].compactMap(\.self)
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        return """
            <h1>\(strings.response.title)</h1>
            <p class="lead">\(strings.response.lead(.strong(clientName)))</p>
            <form method="post" action="\(destination)" data-submit>
            \(parameters.map { HTML.hidden(name: $0.name, value: $0.value) })\(Button(strings.general.continuing).html)
            </form>
            """
    }
}

/// Returns an authorization response to the window that opened or embeds the page (`response_mode=web_message`).
package struct WebMessagePage: Page {
    package let target: WebOrigin
    package let response: JSONObject

    package init(target: WebOrigin, response: JSONObject) {
        self.target = target
        self.response = response
    }

    package func title(in strings: Strings) -> String { strings.response.title }

    package func script(in strings: Strings) -> ScriptSettings? {
        .message(["type": "authorization_response", "response": .object(response)], to: target)
    }

    package var frameAncestors: [WebOrigin] { [target] }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        return """
            <h1>\(strings.response.title)</h1>
            \(HTML.scriptNotice(in: strings))
            """
    }
}
