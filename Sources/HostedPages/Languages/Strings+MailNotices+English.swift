// SPDX-License-Identifier: Apache-2.0

extension Strings.MailNotices {
    static let english = Strings.MailNotices(
        time: "When", browser: "Browser", network: "Network", way: "How",
        byPasskey: "With a passkey", byPassword: "With the password", byMailedLink: "With a link sent by mail",
        byCode: "With a one-time code", byDeviceKey: "With a device key",
        byAdministrator: "By an administrator",
        ifNotMe: "If this wasn’t you", ifNotRequested: "If you didn’t ask for this",
        askSupport: { "\($0), ask for help at once." }, askHost: { "\($0), tell whoever runs \($1) at once." },
        stoppingTakesBack: { "\($0), take it back." },
        stoppingSignsOut: { "\($0), sign that browser out." },
        stop: "Stop this", ifMe: "If this was you, there is nothing to do. You can say so.",
        wasMe: "This was me", validity: { "Both links work until \($0)." }, events: .english)
}

extension Strings.MailNotices.Events {
    private typealias Message = Strings.MailNotices.Message

    static let english = Strings.MailNotices.Events(
        passkeyAdded: Message(
            subject: { "A passkey was added to your account at \($0)" },
            detail: "Whoever has this passkey can sign in to your account."),
        passkeyRemoved: Message(
            subject: { "A passkey was removed from your account at \($0)" }, detail: "It doesn’t sign in any more."),
        passkeySuperseded: Message(
            subject: { "A passkey of your account at \($0) was replaced" },
            detail: "Its device has made a new one in its place. Both sign in, until you remove the old one."),
        passwordSet: Message(
            subject: { "A password was set for your account at \($0)" },
            detail: "Your account had none before. Whoever knows it can sign in."),
        passwordChanged: Message(
            subject: { "The password of your account at \($0) was changed" },
            detail: "The old one doesn’t sign in any more."),
        passwordReset: Message(
            subject: { "The password of your account at \($0) was reset" },
            detail: "A new one was chosen with a link sent by mail. The old one doesn’t sign in any more."),
        passwordRemoved: Message(
            subject: { "The password of your account at \($0) was removed" },
            detail: "It doesn’t sign in any more."),
        passwordRestored: Message(
            subject: { "The password of your account at \($0) was brought back" },
            detail: "It signs in again, as it did before."),
        passkeysOnly: Message(
            subject: { "Only passkeys sign in to your account at \($0) now" },
            detail: "The password is kept, but signs nobody in."),
        passwordAllowed: Message(
            subject: { "Your password at \($0) signs in again" },
            detail: "It was allowed again. Whoever knows it can sign in, but can’t change your passkeys."),
        deviceKeyAdded: Message(
            subject: { "A device key was added to your account at \($0)" },
            detail: "An app on the device with this key can sign in to your account."),
        deviceKeyRemoved: Message(
            subject: { "A device key was removed from your account at \($0)" },
            detail: "It doesn’t sign in any more."),
        emailAdded: Message(
            subject: { "An email address was added to your account at \($0)" },
            detail: "Whoever reads its mail may be able to sign in, and hears of changes from now on."),
        phoneAdded: Message(
            subject: { "A phone number was added to your account at \($0)" },
            detail: "Whoever gets its messages may be able to sign in, and hears of changes from now on."),
        phoneChanged: Message(
            subject: { "The phone number of your account at \($0) was changed" },
            detail: "Messages about your account go to another number now."),
        newBrowser: Message(
            subject: { "A new browser signed in to your account at \($0)" },
            detail: "Your account has not been used in this browser before, or not since a way to sign in was changed."),
        accountToBeDeleted: { date in
            Message(
                subject: { "Your account at \($0) will be deleted" },
                detail: "It is erased on \(date). A passkey brings it back until then.")
        },
        accountToBeDeletedForGood: { date, host in
            Message(
                subject: { "Your account at \($0) will be deleted" },
                detail: "It is erased on \(date). Until then, only whoever runs \(host) can bring it back.")
        },
        accountKept: Message(
            subject: { "Your account at \($0) will not be deleted" },
            detail: "Its deletion was canceled."),
        addressChanged: { date in
            Message(
                subject: { "The email address of your account at \($0) was changed" },
                detail: "Mail about your account goes to another address now. This one hears of changes until \(date).")
        })
}
