// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// A one-time code that was sent to an address: what is kept of it. Only its keyed hash is stored.
///
/// There is one for every request, whoever has the address: where no code was sent, the hash is one that no code has, so
/// that a stranger can't tell.
package struct SentCode: Hashable, Sendable {
    /// It begins with the time, and can't be guessed: whoever asked for the code holds it.
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: [UInt8]

        package init(rawValue: [UInt8]) {
            self.rawValue = rawValue
        }

        package static func random(at time: Timestamp) -> ID {
            ID(rawValue: Randomness.bytes(16, after: TimeOrderedID.prefix(at: time)))
        }
    }

    /// What a code is good for, and nothing else.
    package enum Purpose: String, CaseIterable, Sendable {
        case signIn = "sign-in"
        case signUp = "sign-up"
        /// The address of a user who is signed in.
        case address
    }

    /// Who may enter it.
    package enum Binding: Hashable, Sendable {
        /// The client that asked, who names the address again. Only its newest code counts.
        case client
        /// Whoever holds the ID.
        case holder
        /// The browser that asked, by the digest of its cookie.
        case browser([UInt8])
    }

    /// The address in a connection that it was sent to, as it is compared.
    package struct Address: Hashable, Sendable {
        package let connection: String
        package let kind: Identifier.Kind
        package let normalized: String

        package init(_ kind: Identifier.Kind, normalized: String, in connection: String) {
            self.connection = connection
            self.kind = kind
            self.normalized = normalized
        }
    }

    package let id: ID
    package let purpose: Purpose
    package let address: Address
    /// The client that asked; empty on the server's own pages.
    package let client: String
    package let host: String
    package let binding: Binding
    /// The keyed hash of the code.
    package let hash: [UInt8]
    package let expiresAt: Timestamp
    /// The signed-in user whose address it is going to be.
    package var user: UserID?
    /// What is needed when it is entered, sealed.
    package var content: [UInt8]?
    /// How many codes were entered.
    package var tries = 0
    /// When it was used.
    package var spentAt: Timestamp?

    package init(
        id: ID, for purpose: Purpose, to address: Address, client: String, host: String, binding: Binding,
        hash: [UInt8], until expiresAt: Timestamp
    ) {
        self.id = id
        self.purpose = purpose
        self.address = address
        self.client = client
        self.host = host
        self.binding = binding
        self.hash = hash
        self.expiresAt = expiresAt
    }
}

/// Who has entered wrong codes: anybody for an address, or the browsers that are known to its account.
package struct CodeFailures: Hashable, Sendable {
    package static let knownBrowsers: [UInt8] = [1]

    package let address: SentCode.Address
    /// Empty for anybody.
    package let browser: [UInt8]
    /// The number of the day since 1970.
    package let day: Int

    package init(for address: SentCode.Address, in browser: [UInt8] = [], at time: Timestamp) {
        self.address = address
        self.browser = browser
        day = Int(time.secondsSince1970 / 86_400)
    }
}

/// Reads codes.
package protocol CodeReading {
    func find(_ id: SentCode.ID) throws -> SentCode?
    /// Returns the newest code of a client for an address that the client names again.
    func findNewest(_ purpose: SentCode.Purpose, for address: SentCode.Address, of client: String) throws -> SentCode?
    /// Returns how many wrong codes were entered on a day.
    func count(_ failures: CodeFailures) throws -> Int
}

/// Records codes, and what is entered.
package protocol CodeStore: CodeReading {
    func insert(_ code: SentCode) throws
    func countTry(of id: SentCode.ID) throws
    /// Uses a code up. Fails with `alreadyConsumed` if it was used before.
    func spend(_ id: SentCode.ID, at time: Timestamp) throws
    /// Counts a wrong code.
    func add(_ failures: CodeFailures) throws
    /// Removes codes that expired before a time and failures of earlier days, and returns how many were removed.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
    /// Removes all codes, such as those of a backup. What failed still counts.
    func removeAll() throws
}
