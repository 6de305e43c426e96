// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// The proof that somebody reads what is sent to an address. It counts once.
package struct AddressProof: Hashable, Sendable {
    /// The time for which the steps of a page may take after a code was entered, in seconds.
    static let lifetime = 3_600

    /// What the code was good for, and nothing else.
    package let purpose: SentCode.Purpose
    package let address: SentCode.Address
    let code: SentCode.ID
    /// Until when it counts, if the code was used up by an earlier step.
    let until: Timestamp?

    /// The proof by a code that was just entered.
    init(_ code: SentCode) {
        self.init(code.purpose, address: code.address, code: code.id, until: nil)
    }

    fileprivate init(_ purpose: SentCode.Purpose, address: SentCode.Address, code: SentCode.ID, until: Timestamp?) {
        self.purpose = purpose
        self.address = address
        self.code = code
        self.until = until
    }

    /// Uses the proof up. Of two who have it, one succeeds.
    func take(in transaction: any StorageTransaction, at time: Timestamp) throws {
        let failure = SignInFailure.code(.mismatch(.spent, by: address.kind))
        guard let until else {
            return try transaction.reporting(.alreadyConsumed, as: failure) {
                try transaction.codes.spend(code, at: time)
            }
        }
        guard until > time else { throw SignInFailure.code(.mismatch(.expired, by: address.kind)) }
        try transaction.reporting(.alreadyConsumed, as: failure) {
            try transaction.oneTime.consume(code.rawValue, expiresAt: until)
        }
    }
}

extension CodeServices {
    /// Uses right codes up, and returns what they prove to the next steps of a page.
    func exchange(_ proofs: [AddressProof]) async throws(SignInFailure) -> [AddressProof] {
        let time = accounts.now()
        try await accounts.write { transaction in
            for proof in proofs { try proof.take(in: transaction, at: time) }
        }
        return proofs.map {
            AddressProof(
                $0.purpose, address: $0.address, code: $0.code, until: time.advanced(by: AddressProof.lifetime))
        }
    }
}

/// A proof as the browser that made it holds it: within what is sealed for that browser.
extension AddressProof {
    package var json: JSONValue {
        .array([
            .string(address.connection), .string(address.kind.rawValue), .string(address.normalized),
            .string(code.text), .number(JSONNumber(until?.secondsSince1970 ?? 0)), .string(purpose.rawValue),
        ])
    }

    package init?(_ json: JSONValue) {
        guard let parts = json.arrayValue, parts.count == 6, let connection = parts[0].stringValue,
            let kind = parts[1].stringValue.flatMap(Identifier.Kind.init), let normalized = parts[2].stringValue,
            let code = parts[3].stringValue.flatMap(SentCode.ID.init(text:)), let until = parts[4].intValue, until > 0,
            let purpose = parts[5].stringValue.flatMap(SentCode.Purpose.init)
        else { return nil }
        self.init(
            purpose, address: SentCode.Address(kind, normalized: normalized, in: connection), code: code,
            until: Timestamp(secondsSince1970: Int64(until)))
    }
}

extension StorageTransaction {
    /// Has an account lose an address that nobody has proven for it, because somebody else has proven it (rule 21). The
    /// event names both accounts. Fails if the account has proven it.
    func release(
        _ address: SentCode.Address, for user: UserID, by sender: RequestSender, at time: Timestamp
    ) throws {
        let found = try users.find(address.kind, normalized: address.normalized, in: address.connection)
        guard let holder = found, holder.id != user else { return }
        guard holder[address.kind]?.isVerified != true else { throw SignInFailure.account(.exists) }
        let others = holder.identifiers.filter { $0.kind != address.kind }
        try users.apply(.identifiers(others), to: holder.id, at: time)
        try events.insert(
            sender.event(
                .identifierReleased, of: holder.id, client: nil, at: time,
                details: ["kind": .string(address.kind.rawValue), "to": .string(user.rawValue)]))
    }
}

extension User {
    /// The identifiers, of which the address is proven.
    func identifiers(proving address: SentCode.Address, at time: Timestamp) -> [Identifier] {
        identifiers.map { identifier in
            guard identifier.kind == address.kind, identifier.normalized == address.normalized else {
                return identifier
            }
            var proven = identifier
            proven.isVerified = true
            proven.verifiedAt = time
            proven.unconfirmedUntil = nil
            return proven
        }
    }
}
