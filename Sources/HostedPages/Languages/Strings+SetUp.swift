// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The pages that set a server up.
    struct SetUp: Sendable {
        let title: String
        let lead: String
        let code: String
        let codeHint: String
        let create: String
        let finishedTitle: String
        let finishedLead: String
        let codeMismatch: Message
        let codeExpired: Message
        let identifierMalformed: Message
        let accountExists: Message

        /// The messages by the codes of the problems that they are about.
        var messages: [(code: String, message: Message)] {
            [
                ("sign-in.setup.code-mismatch", codeMismatch), ("sign-in.setup.code-expired", codeExpired),
                ("sign-in.account-exists", accountExists),
            ] + profileMessages
        }

        var profileMessages: [(code: String, message: Message)] {
            ["malformed", "missing"].map { ("sign-in.profile.identifier-\($0)", identifierMalformed) }
                + [("sign-in.profile.identifiers-missing", identifierMalformed)]
        }
    }
}
