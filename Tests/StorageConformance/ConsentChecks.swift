// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let consents: [StorageCheck] = [
        StorageCheck("a consent is read as it was stored, by user, client and audience") { storage in
            try await storage.insert(Samples.user(1), Samples.user(2))
            let user = Samples.userID(1)
            let consents = [
                Samples.consent(user, client: "a"), Samples.consent(user, client: "a", audience: "urn:a"),
                Samples.consent(user, client: "b", audience: "urn:a"),
            ]
            try await storage.withTransaction { store in
                for consent in consents.reversed() { try store.consents.put(consent) }
                try store.consents.put(Samples.consent(Samples.userID(2), client: "a"))
            }
            try await storage.read { stored in
                for consent in consents {
                    let found = try stored.consents.find(user: user, client: consent.client, audience: consent.audience)
                    try expect(found, is: consent)
                }
                try expect(stored.consents.find(user: user, client: "b", audience: nil), is: nil)
                try expect(stored.consents.list(of: user), is: consents)
            }
        },
        StorageCheck("a consent needs a user and is replaced by a later one") { storage in
            var consent = Samples.consent(Samples.userID(1), audience: "urn:a")
            let first = consent
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.consents.put(first) }
            }
            try await storage.insert(Samples.user(1))
            try await storage.withTransaction { try $0.consents.put(first) }
            consent.scope = ["openid", "read:notes", ""]
            consent.grantedAt = Samples.time(9)
            let second = consent
            try await storage.withTransaction { try $0.consents.put(second) }
            try await storage.read { try expect($0.consents.list(of: second.user), is: [second]) }
        },
        StorageCheck("the consents for a client are removed together, and no others") { storage in
            try await storage.insert(Samples.user(1), Samples.user(2))
            let user = Samples.userID(1)
            let others = [Samples.consent(user, client: "b"), Samples.consent(Samples.userID(2), client: "a")]
            try await storage.withTransaction { store in
                for audience in [nil, "urn:a"] {
                    try store.consents.put(Samples.consent(user, client: "a", audience: audience))
                }
                for consent in others { try store.consents.put(consent) }
            }
            // Removing consents that don't exist is not an error.
            for _ in 0..<2 { try await storage.withTransaction { try $0.consents.remove(user: user, client: "a") } }
            try await storage.read { stored in
                try expect(others.flatMap { try stored.consents.list(of: $0.user) }, is: others)
            }
        },
    ]
}
