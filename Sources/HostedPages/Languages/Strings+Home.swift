// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// What the page at the root of the server says.
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
    }

    /// What the first page says about a sign-in that returned there.
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

    /// What the account page says after the set-up.
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

    /// What a page at an IP address says.
    struct Address: Sendable {
        let title: String
        let lead: String
        let open: Phrase
    }
}
