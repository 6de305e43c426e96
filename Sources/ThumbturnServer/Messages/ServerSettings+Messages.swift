// SPDX-License-Identifier: Apache-2.0

extension ServerSettings {
    /// The service for text messages; `nil` if none are sent.
    package var messages: MessageService? {
        guard let messagesURL, let messagesKey else { return nil }
        return MessageService(
            at: messagesURL, key: messagesKey, allowsPrivateAddresses: allowsPrivateMessageService)
    }
}
