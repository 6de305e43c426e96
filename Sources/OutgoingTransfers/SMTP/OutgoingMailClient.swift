// SPDX-License-Identifier: Apache-2.0

/// A client for the relay that an operator configures.
///
/// It verifies the relay's certificate, never falls back to an unencrypted connection or to sending without
/// authentication, and ignores the environment's proxies.
package final class OutgoingMailClient: Sendable {
    /// libcurl waits for the relay's answer to a message without letting other transfers of its thread go on.
    private static let threadLimit = 4

    private let relay: MailRelay
    private let threads = TransferThreads(limit: threadLimit)

    package init(_ relay: MailRelay) {
        self.relay = relay
    }

    deinit {
        close()
    }

    /// Sends a message and returns what became of it. Ends early if the task is canceled.
    package func send(_ mail: OutgoingMail) async -> MailOutcome {
        let exchange = MailExchange(mail, to: relay)
        await threads.run(exchange)
        return exchange.outcome
    }

    /// Ends all transfers, and all later ones at once.
    package func close() {
        threads.close()
    }
}
