// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The text of the page at the root of the server.
    struct Home: Sendable {
        let title: Sentence
        let lead: String
        let signIn: String
        let account: String
        let device: String
        let demo: String
        let newTitle: String
        let newLead: String
        let newCode: Phrase
        let enterCode: String
        let developers: String
        let issuer: Phrase
        let discovery: String
        let description: String
        let readiness: String
        /// The mail that was kept on the developer's machine.
        let mailbox: String
        let mailboxLead: String
        let mailboxEmpty: String
    }

    /// The text of the first page about a sign-in that returned there.
    struct Callback: Sendable {
        let title: String
        let signedIn: @Sendable (_ account: HTML, _ client: HTML) -> HTML
        let ended: Phrase
        let code: String
        let exchange: String
        let exchangeHint: Phrase
        let failureTitle: String
        let failureLead: String
        let unknownTitle: String
        let unknownLead: String
    }

    /// The text of the account page after the set-up.
    struct NextSteps: Sendable {
        let title: String
        let add: String
        let addDetail: Phrase
        let tryOut: String
        let tryDetail: String
        /// For servers without a client that could be tried.
        let trySignOut: String
        let second: String
        let secondDetail: String
    }

    /// The text of a page at an IP address.
    struct Address: Sendable {
        let title: String
        let lead: String
        let open: Phrase
    }
}
