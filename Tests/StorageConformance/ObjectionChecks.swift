// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let objections: [StorageCheck] = [
        StorageCheck("objections are listed by account, oldest first, and removed when they are old") { storage in
            let (user, other) = (try await storage.insertUser(), try await storage.insertUser(2))
            let made = [
                Objection(of: user.id, by: nil, against: "password", at: Samples.time(2)),
                Objection(of: user.id, by: "mail", against: "mail", at: Samples.time(1)),
                Objection(of: other.id, by: "mail", against: "mail", at: Samples.time(0)),
            ]
            try await storage.withTransaction { store in
                for objection in made { try store.objections.insert(objection) }
            }
            try await storage.read { try expect($0.objections.list(of: user.id), is: [made[1], made[0]]) }
            try await storage.withTransaction { store in
                try expect(store.objections.removeExpired(before: Samples.time(2), limit: 1), is: 1)
                try expect(store.objections.removeExpired(before: Samples.time(2), limit: 5), is: 1)
            }
            try await storage.read { try expect($0.objections.list(of: user.id), is: [made[0]]) }
            try await storage.withTransaction { try $0.users.remove(user.id) }
            try await storage.read { try expect($0.objections.list(of: user.id), is: []) }
        },
        StorageCheck("the objections of a way that was replaced count as another's, and none stays against it") {
            storage in
            let user = try await storage.insertUser()
            let made = [
                Objection(of: user.id, by: "mail", against: "password", at: Samples.time(1)),
                Objection(of: user.id, by: "phone", against: "mail", at: Samples.time(2)),
            ]
            try await storage.withTransaction { store in
                for objection in made { try store.objections.insert(objection) }
                try store.objections.replace("mail", with: "other", of: user.id)
            }
            try await storage.read {
                try expect(
                    $0.objections.list(of: user.id),
                    is: [Objection(of: user.id, by: "other", against: "password", at: Samples.time(1))])
            }
        },
        StorageCheck("replaced addresses are listed by account, the latest first, until they hear of nothing") {
            storage in
            let user = try await storage.insertUser()
            let addresses = (1...2).map { number in
                ReplacedAddress(
                    Identifier(
                        kind: .email, value: "A\(number)@example.org", normalized: "a\(number)@example.org",
                        isVerified: true),
                    of: user.id, at: Samples.time(Int64(number)), until: Samples.time(Int64(number) + 10))
            }
            let again = ReplacedAddress(
                addresses[0].identifier, of: user.id, at: Samples.time(5), until: Samples.time(15))
            try await storage.withTransaction { store in
                for address in addresses + [again] { try store.replacedAddresses.insert(address) }
            }
            try await storage.read { try expect($0.replacedAddresses.list(of: user.id), is: [again, addresses[1]]) }
            try await storage.withTransaction {
                try expect($0.replacedAddresses.removeExpired(before: Samples.time(13), limit: 5), is: 1)
            }
            try await storage.read { try expect($0.replacedAddresses.list(of: user.id), is: [again]) }
            try await storage.withTransaction { try $0.users.remove(user.id) }
            try await storage.read { try expect($0.replacedAddresses.list(of: user.id), is: []) }
        },
    ]
}
