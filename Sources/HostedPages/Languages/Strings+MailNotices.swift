// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The text of the mails about changes of an account.
    struct MailNotices: Sendable {
        /// The subject around the brand's name, and what follows from the event.
        struct Message: Sendable {
            let subject: Sentence
            let detail: String
        }

        let time: String
        let browser: String
        let network: String
        let way: String
        let byPasskey: String
        let byPassword: String
        let byMailedLink: String
        let byCode: String
        let byDeviceKey: String
        let byAdministrator: String
        let ifNotMe: String
        /// For what an administrator did.
        let ifNotRequested: String
        let askSupport: Sentence
        let askHost: @Sendable (_ condition: String, _ host: String) -> String
        let stoppingTakesBack: Sentence
        let stoppingSignsOut: Sentence
        let stop: String
        let ifMe: String
        let wasMe: String
        let validity: Sentence
        let events: Events

        func name(of way: NoticeMail.Way) -> String {
            switch way {
            case .passkey: byPasskey
            case .password: byPassword
            case .mailedLink: byMailedLink
            case .code: byCode
            case .deviceKey: byDeviceKey
            case .administrator: byAdministrator
            }
        }

        func help(after condition: String) -> Mails.Help {
            let askHost = askHost
            return Mails.Help(fromSupport: askSupport(condition), fromHost: { askHost(condition, $0) })
        }
    }
}

extension Strings.MailNotices {
    /// The messages about the events.
    struct Events: Sendable {
        let passkeyAdded: Message
        let passkeyRemoved: Message
        let passkeySuperseded: Message
        let passwordSet: Message
        let passwordChanged: Message
        let passwordReset: Message
        let passwordRemoved: Message
        let passwordRestored: Message
        let passkeysOnly: Message
        let passwordAllowed: Message
        let deviceKeyAdded: Message
        let deviceKeyRemoved: Message
        let emailAdded: Message
        let phoneAdded: Message
        let phoneChanged: Message
        let newBrowser: Message
        let accountToBeDeleted: @Sendable (_ date: String) -> Message
        /// For an account without a passkey.
        let accountToBeDeletedForGood: @Sendable (_ date: String, _ host: String) -> Message
        let accountKept: Message
        let addressChanged: @Sendable (_ date: String) -> Message
    }

    func message(about event: NoticeMail.Event, in context: MailContext) -> Message {
        switch event {
        case .passkeyAdded: events.passkeyAdded
        case .passkeyRemoved: events.passkeyRemoved
        case .passkeySuperseded: events.passkeySuperseded
        case .passwordSet: events.passwordSet
        case .passwordChanged: events.passwordChanged
        case .passwordReset: events.passwordReset
        case .passwordRemoved: events.passwordRemoved
        case .passwordRestored: events.passwordRestored
        case .passkeysOnly: events.passkeysOnly
        case .passwordAllowed: events.passwordAllowed
        case .deviceKeyAdded: events.deviceKeyAdded
        case .deviceKeyRemoved: events.deviceKeyRemoved
        case .emailAdded: events.emailAdded
        case .phoneAdded: events.phoneAdded
        case .phoneChanged: events.phoneChanged
        case .newBrowser: events.newBrowser
        case .accountToBeDeleted(let time, .passkey): events.accountToBeDeleted(context.moment(time))
        case .accountToBeDeleted(let time, .operator):
            events.accountToBeDeletedForGood(context.moment(time), context.host)
        case .accountKept: events.accountKept
        case .addressChanged(let time): events.addressChanged(context.moment(time))
        }
    }
}
