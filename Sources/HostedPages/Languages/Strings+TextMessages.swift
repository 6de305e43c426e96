// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// What text messages say.
    struct TextMessages: Sendable {
        let test: Sentence
    }
}

extension Strings.TextMessages {
    static let english = Strings.TextMessages(
        test: { "\($0): Text messages to this number arrive. This was only a test, and there is nothing to do." })

    static let german = Strings.TextMessages(
        test: { "\($0): Nachrichten an diese Nummer kommen an. Das war nur ein Test, es ist nichts zu tun." })
}
