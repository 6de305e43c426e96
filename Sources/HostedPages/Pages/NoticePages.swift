// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// What a link in a notice takes back.
package enum StoppableChange: Hashable, Sendable {
    case passkey(addedAt: Timestamp)
    case deviceKey(addedAt: Timestamp)
    case password(setAt: Timestamp, comesBack: Bool)
    case sessions(since: Timestamp)

    fileprivate var time: Timestamp {
        switch self {
        case .passkey(let time), .deviceKey(let time), .password(let time, _), .sessions(let time): time
        }
    }

    fileprivate func subject(in words: Strings.Notice) -> Strings.Notice.Subject {
        switch self {
        case .passkey: words.passkey
        case .deviceKey: words.deviceKey
        case .password(_, comesBack: true): words.replacedPassword
        case .password(_, comesBack: false): words.password
        case .sessions: words.sessions
        }
    }
}

/// Asks before a link in a notice takes something back: mail scanners open links.
package struct StopPage: Page {
    /// What the link has.
    package var link: String
    package var change: StoppableChange

    package init(link: String, change: StoppableChange) {
        self.link = link
        self.change = change
    }

    package func title(in strings: Strings) -> String { change.subject(in: strings.notice).title }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.notice
        let subject = change.subject(in: words)
        return """
            <h1>\(subject.title)</h1>
            <p class="lead">\(subject.lead(context.strings.deadline(change.time)))</p>
            \(HTML.form(.noticeStop, token: .link(link), content: Button(words.stop, kind: .danger).html))\(context.help)
            """
    }
}

/// Says what a link in a notice has taken back.
package struct StoppedPage: Page {
    package var change: StoppableChange

    package init(change: StoppableChange) {
        self.change = change
    }

    package func title(in strings: Strings) -> String { change.subject(in: strings.notice).doneTitle }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.notice
        let subject = change.subject(in: words)
        return """
            \(HTML.successMark)<h1>\(subject.doneTitle)</h1>
            <p class="lead">\(subject.doneLead)</p>
            <p class="hint">\(words.notAgain)</p>
            <p><a class="button" href="\(PageLink(.account))"><span>\(context.strings.signIn.title)</span></a></p>
            \(context.help)
            """
    }
}

/// Says that the user who knows of a change has nothing to do.
package struct OwnChangePage: Page {
    package init() {}

    package func title(in strings: Strings) -> String { strings.notice.ownTitle }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.notice
        return """
            \(HTML.successMark)<h1>\(words.ownTitle)</h1>
            <p class="lead">\(words.ownLead)</p>
            """
    }
}
