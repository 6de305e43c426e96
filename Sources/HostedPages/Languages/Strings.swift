// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Everything that pages, mails and text messages say, in one language. A sentence that is missing in a language doesn't
/// compile.
///
/// It is a class because a copy would retain each sentence.
package final class Strings: Sendable {
    /// A sentence around plain text, for titles and labels.
    typealias Sentence = @Sendable (String) -> String
    /// A sentence around markup.
    typealias Phrase = @Sendable (HTML) -> HTML

    /// Joins names, with a word before the last one.
    static func joined(_ names: [String], by word: String) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) \(word) \(last)"
    }

    /// A report of what happened, and a remedy.
    struct Message: Sendable {
        let title: String
        let remedy: String

        init(_ title: String, remedy: String) {
            self.title = title
            self.remedy = remedy
        }

        var json: JSONValue { [.string(title), .string(remedy)] }
    }

    let date: @Sendable (CalendarDate) -> String
    let general: General
    let signIn: SignIn
    let signUp: SignUp
    let passkey: Passkey
    let password: Password
    let newPassword: NewPassword
    let reset: PasswordReset
    let codes: Codes
    let review: Review
    let notice: Notice
    let selection: Selection
    let consent: Consent
    let device: Device
    let logout: Logout
    let account: Account
    let accountPassword: AccountPassword
    let addresses: Addresses
    let deviceKeys: DeviceKeys
    let deletion: Deletion
    let setUp: SetUp
    let home: Home
    let invitation: Invitation
    let script: ScriptMessages
    let response: Response
    let address: Address
    let callback: Callback
    let nextSteps: NextSteps
    let errors: Errors
    let mails: Mails
    let mailNotices: MailNotices
    let textMessages: TextMessages

    init(
        date: @escaping @Sendable (CalendarDate) -> String, general: General, signIn: SignIn, signUp: SignUp,
        passkey: Passkey, password: Password, newPassword: NewPassword, reset: PasswordReset,
        codes: Codes, review: Review, notice: Notice, selection: Selection, consent: Consent, device: Device,
        logout: Logout, account: Account,
        accountPassword: AccountPassword, addresses: Addresses, deviceKeys: DeviceKeys,
        deletion: Deletion, setUp: SetUp, home: Home, invitation: Invitation, script: ScriptMessages,
        response: Response,
        address: Address, callback: Callback, nextSteps: NextSteps, errors: Errors, mails: Mails,
        mailNotices: MailNotices, textMessages: TextMessages
    ) {
        self.date = date
        self.general = general
        self.signIn = signIn
        self.signUp = signUp
        self.passkey = passkey
        self.password = password
        self.newPassword = newPassword
        self.reset = reset
        self.codes = codes
        self.review = review
        self.notice = notice
        self.selection = selection
        self.consent = consent
        self.device = device
        self.logout = logout
        self.account = account
        self.accountPassword = accountPassword
        self.addresses = addresses
        self.deviceKeys = deviceKeys
        self.deletion = deletion
        self.setUp = setUp
        self.home = home
        self.invitation = invitation
        self.script = script
        self.response = response
        self.address = address
        self.callback = callback
        self.nextSteps = nextSteps
        self.errors = errors
        self.mails = mails
        self.mailNotices = mailNotices
        self.textMessages = textMessages
    }

    struct General: Sendable {
        let continuing: String
        let notNow: String
        let optional: String
        let cancel: String
        let reference: String
        let back: Phrase
        /// Whom to ask where the server names no address for help.
        let runBy: Phrase
        let needsScript: Message
        let continueTo: Phrase
    }

    struct SignIn: Sendable {
        let title: String
        let forAccount: String
        let forDevice: String
        let button: String
        let hint: String
        let missingPasskey: String
        let otherDevice: String
        let otherDeviceHint: String
        let support: String
        let signUpQuestion: String
        let signUp: String
    }

    struct SignUp: Sendable {
        let title: String
        let email: String
        let phone: String
        let phoneHint: String
        /// Above the first of several fields of which one is enough.
        let alternativesHint: String
        let username: String
        let name: String
        /// One label for a field that takes one of several things.
        let alternatives: @Sendable ([String]) -> String
        let signInQuestion: String
        let signIn: String
        let accountExists: Message
        /// Leads back to what was entered.
        let changeAddress: String
        let profileTitle: String
        let profileLead: String
        let nameHint: String
        let save: String
    }

    struct Passkey: Sendable {
        let createTitle: String
        let createLead: String
        let forAccount: Phrase
        let benefits: [Message]
        let create: String
        let skipHint: String
        let addTitle: String
        let addLead: String
        let add: String
        /// For a user who has to sign in again and has no passkey.
        let requiredTitle: String
        let requiredLead: String
    }

    struct Selection: Sendable {
        let title: String
        let proceed: Phrase
        let open: Phrase
        let another: String
        let anotherHint: String
        let onlyWayIn: Message
        /// For requests that any program on the device could have sent.
        let confirmTitle: Sentence
        let confirmLead: String
    }

    struct Consent: Sendable {
        let title: Sentence
        let lead: Phrase
        let signedInAs: Phrase
        let redirect: Phrase
        let allow: String
        let deny: String
        let scopes: [String: Message]
        let revocable: String
    }

    struct Device: Sendable {
        let title: String
        let lead: String
        let code: String
        let confirmTitle: String
        let confirmLead: Phrase
        let sameCode: String
        let warning: Message
        let allow: String
        let deny: String
        let doneTitle: String
        let doneLead: String
        let deniedTitle: String
        let deniedLead: String
    }

    struct Logout: Sendable {
        let title: String
        let lead: Phrase
        let asked: @Sendable (_ client: HTML, _ account: HTML) -> HTML
        let confirm: String
        /// For users who couldn't sign in again.
        let confirmLoss: String
        let stay: String
        let doneTitle: String
        let doneLead: String
        let backTo: Sentence
    }

    struct Response: Sendable {
        let title: String
        let lead: Phrase
    }
}
