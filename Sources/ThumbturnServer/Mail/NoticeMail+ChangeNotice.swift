// SPDX-License-Identifier: Apache-2.0

import HostedPages
import SignIn
import WireFormats

extension NoticeMail {
    /// The mail of a notice. Returns `nil` if one of its links can't be one.
    init?(_ notice: ChangeNotice, links: Notices.Links?) {
        self.init(Event(notice.event), at: notice.time)
        place = notice.network.flatMap { IPAddress($0) }.map(ShortenedAddress.init)
        browser = notice.browser.map { ($0.name, $0.system) }
        way = notice.way.map(Way.init)
        guard let links else { return }
        guard let wasMe = MailLink(url: links.wasMe), let stop = MailLink(url: links.stop) else { return nil }
        self.links = Links(wasMe: wasMe, stop: stop, validUntil: links.validUntil)
    }
}

extension NoticeMail.Event {
    fileprivate init(_ event: ChangeNotice.Event) {
        self =
            switch event {
            case .passkeyAdded: .passkeyAdded
            case .passkeyRemoved: .passkeyRemoved
            case .passkeySuperseded: .passkeySuperseded
            case .passwordSet: .passwordSet
            case .passwordChanged: .passwordChanged
            case .passwordReset: .passwordReset
            case .passwordRemoved: .passwordRemoved
            case .passwordRestored: .passwordRestored
            case .passkeysOnly: .passkeysOnly
            case .passwordAllowed: .passwordAllowed
            case .deviceKeyAdded: .deviceKeyAdded
            case .deviceKeyRemoved: .deviceKeyRemoved
            case .emailAdded: .emailAdded
            case .phoneAdded: .phoneAdded
            case .phoneChanged: .phoneChanged
            case .newBrowser: .newBrowser
            case .accountToBeDeleted(let time, let hasPasskey):
                .accountToBeDeleted(at: time, restoredBy: hasPasskey ? .passkey : .operator)
            case .accountKept: .accountKept
            case .addressChanged(let time): .addressChanged(hearsUntil: time)
            }
    }
}

extension NoticeMail.Way {
    fileprivate init(_ way: ChangeNotice.Way) {
        self =
            switch way {
            case .passkey: .passkey
            case .password: .password
            case .mailedLink: .mailedLink
            case .code: .code
            case .deviceKey: .deviceKey
            case .administrator: .administrator
            }
    }
}
