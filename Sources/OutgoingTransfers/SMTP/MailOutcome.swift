// SPDX-License-Identifier: Apache-2.0

/// What became of a message. Texts are the relay's, of 500 characters at most and without controls.
package enum MailOutcome: Hashable, Sendable {
    /// The relay has taken it over.
    case accepted(text: String)
    /// The relay will never take messages for this recipient.
    case recipientRefused(status: Int, text: String)
    /// The relay will never take this message.
    case messageRefused(status: Int, text: String)
    /// The relay refuses this server, its user or the sender, so that no message gets through until someone acts.
    case relayRefused(status: Int, text: String)
    /// The relay asks to try again later.
    case deferred(status: Int, text: String)
    /// There is no answer to go by. If the connection was lost after the message, the relay may have taken it over, so it
    /// should be sent again as it is, with the same `Message-ID`.
    case unreachable(TransferError)
}
