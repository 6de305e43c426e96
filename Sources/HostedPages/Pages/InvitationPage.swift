// SPDX-License-Identifier: Apache-2.0

/// Adds a passkey for the holder of an invitation link.
///
/// The invitation is in the fragment, so that only the script's requests send it and no log contains it. The page is
/// the same for all invitations: the script fetches what it shows.
package struct InvitationPage: Page {
    package init() {}

    package func title(in strings: Strings) -> String { strings.invitation.title }

    package func script(in strings: Strings) -> ScriptSettings? { .invitation(in: strings) }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.invitation
        return """
            <h1>\(words.title)</h1>
            <p class="lead">\(words.lead)</p>
            <section id="existing" class="notice warning" aria-labelledby="existing-title" hidden>
            <h2 id="existing-title">\(words.existingTitle)</h2>
            <ul id="existing-list"></ul>
            <p>\(words.existingLead)</p>
            <label class="choice"><input id="remove" type="checkbox"> <span>\(words.removeExisting)</span></label>
            </section>
            \(HTML.scriptNotice(in: context.strings))\
            <form data-flow>
            \(Button(words.add, icon: Icon.passkey).ceremony)
            </form>
            <a id="next" class="button secondary" href="\(PageLink(.account))" hidden><span>\(words.account)</span></a>
            """
    }
}
