// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// The one end of all ways in: takes the limits, and stores a sign-in with what it opens, as one durable unit.
package struct SignInCompletion: Sendable {
    private let accounts: AccountStorage
    private let limits: SignInLimits

    package init(accounts: AccountStorage, limits: SignInLimits) {
        self.accounts = accounts
        self.limits = limits
    }

    /// Counts the sign-in against its limits, and stores it with its records, or nothing of it.
    package func callAsFunction(
        _ signIn: SignIn, with records: AccompanyingRecords = AccompanyingRecords()
    ) async throws(SignInFailure) -> SignInReceipt {
        let limit = try limits.take(for: signIn)
        do {
            let user = try await accounts.write { transaction in
                try signIn.change.take(in: transaction)
                let user = try storeAccount(of: signIn, with: records, in: transaction)
                try signIn.change.store(for: signIn, in: transaction)
                try Self.storeRecord(of: signIn, in: transaction)
                try records.store(in: transaction)
                try accounts.notices.insertNewBrowser(of: signIn, with: records, for: user, in: transaction)
                return user
            }
            return SignInReceipt(signIn: signIn, user: user, session: records.session, limit: limit)
        } catch {
            await signIn.change.discard(because: error)
            throw error
        }
    }

    /// Stores a new account, or returns the current one. Whether it may sign in is checked here, because it may have
    /// been blocked since it was read.
    private func storeAccount(
        of signIn: SignIn, with records: AccompanyingRecords, in transaction: any StorageTransaction
    ) throws -> User {
        let user = signIn.user
        guard !signIn.isNewAccount else {
            try transaction.users.insert(user)
            try transaction.events.insert(signIn.event(.userCreated, details: signIn.change.accountDetails))
            return user
        }
        guard let current = try transaction.users.find(user.id, assuming: user) else {
            throw SignInFailure.account(.unknown)
        }
        guard signIn.keepsAccount, current.deletesAt != nil, !current.isBlocked else {
            try current.requireActive()
            return current
        }
        return try keepAccount(of: signIn, with: records, in: transaction)
    }

    /// The user changes their mind, and the account is not erased.
    private func keepAccount(
        of signIn: SignIn, with records: AccompanyingRecords, in transaction: any StorageTransaction
    ) throws -> User {
        let id = signIn.user.id
        // L11: what was just added doesn't cancel what an older passkey has asked for.
        let settled = try transaction.passkeys.list(of: id)
            .filter { $0.hasSettled(at: signIn.authentication.authenticatedAt) }.map(\.id.way)
        guard settled.isEmpty || signIn.ways.contains(where: settled.contains) else {
            throw SignInFailure.account(.passkeyTooNew)
        }
        try transaction.users.apply(.deletion(at: nil), to: id, at: signIn.authentication.authenticatedAt)
        try transaction.events.insert(signIn.event(.userDeletionCanceled))
        guard let kept = try transaction.users.find(id) else { throw SignInFailure.account(.unknown) }
        if let host = records.session?.record.host {
            let notice = ChangeNotice(
                .accountKept, at: signIn.authentication.authenticatedAt, host: host, way: ChangeNotice.Way(signIn.ways),
                by: signIn.sender)
            try accounts.notices.insert(notice, about: kept, in: transaction)
        }
        return kept
    }

    private static func storeRecord(of signIn: SignIn, in transaction: any StorageTransaction) throws {
        var record = SignInRecord(
            user: signIn.user.id, client: signIn.client, method: signIn.method.name,
            signedInAt: signIn.authentication.authenticatedAt)
        record.ways = signIn.ways
        record.deviceCapability = signIn.method.deviceCapability
        try transaction.events.insert(record, with: signIn.event(.signedIn))
    }
}
