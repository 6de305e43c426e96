// SPDX-License-Identifier: Apache-2.0

/// Compares the mails that users asked for with those that a mail server has received.
struct MailAudit {
    private let byUser: [String: [TestMailServer.Delivery]]
    private let byID: [String: [TestMailServer.Delivery]]

    init(_ deliveries: [TestMailServer.Delivery]) {
        byUser = Dictionary(grouping: deliveries, by: \.recipient)
        byID = Dictionary(grouping: deliveries, by: \.messageID)
    }

    /// The number of mails that were received twice or more often.
    var repeated: Int { byID.values.count { $0.count > 1 } }

    /// Each request that was acknowledged has a mail, and one without a response has one or none.
    func contradictions(of users: [TrackedUser]) -> [String] {
        users.compactMap { user in
            let count = Set((byUser[user.address] ?? []).map(\.messageID)).count
            let (least, most) = (user.requestedMails, user.requestedMails + user.possiblyRequestedMails)
            guard !(least...most).contains(count) else { return nil }
            return "\(user.address): \(count) mails were sent for \(least) to \(most) requests"
        }
    }

    /// A server sends a mail once. The next one repeats an attempt whose end was not stored, when its lease has ended.
    func repetitions() -> [String] {
        byID.compactMap { id, deliveries in
            let isRepeated = Set(deliveries.map(\.senderNumber)).count < deliveries.count
            let isSame = Set(deliveries.map(\.message)).count == 1
            guard id.isEmpty || isRepeated || deliveries.count > 2 || !isSame else { return nil }
            return "the mail \(id) was sent by the servers \(deliveries.map(\.senderNumber))"
                + (isSame ? "" : ", and differs")
        }
    }
}
