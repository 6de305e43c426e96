// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let codes: [StorageCheck] = [
        StorageCheck("a code is found by its ID as it was stored, and used once") { storage in
            var code = Samples.code(1, boundTo: .browser([1, 2, 3]))
            code.user = Samples.userID(1)
            code.content = [4, 5]
            let stored = code
            try await storage.withTransaction { try $0.codes.insert(stored) }
            try await storage.read { try expect($0.codes.find(stored.id), is: stored) }
            try await storage.withTransaction { store in
                try store.codes.countTry(of: stored.id)
                try store.codes.spend(stored.id, at: Samples.time(5))
            }
            code.tries = 1
            code.spentAt = Samples.time(5)
            let spent = code
            try await storage.read { try expect($0.codes.find(stored.id), is: spent) }
            try await expect(StorageConflict.alreadyConsumed) {
                try await storage.withTransaction { try $0.codes.spend(stored.id, at: Samples.time(6)) }
            }
            try await storage.withTransaction { try $0.codes.removeAll() }
            try await storage.read { try expect($0.codes.find(stored.id), is: nil) }
        },
        StorageCheck("a client finds its newest code for an address, and none that is bound to more") { storage in
            let codes = [
                Samples.code(1, boundTo: .client), Samples.code(2, boundTo: .client), Samples.code(3, boundTo: .holder),
            ]
            try await storage.withTransaction { store in
                for code in codes { try store.codes.insert(code) }
            }
            try await storage.read { store in
                let address = codes[0].address
                try expect(store.codes.findNewest(.signIn, for: address, of: "app"), is: codes[1])
                try expect(store.codes.findNewest(.signUp, for: address, of: "app"), is: nil)
                try expect(store.codes.findNewest(.signIn, for: address, of: "web"), is: nil)
            }
        },
        StorageCheck("wrong codes are counted for an address and for a browser, each day from the beginning") {
            storage in
            let address = Samples.code(1, boundTo: .client).address
            let anybody = CodeFailures(for: address, at: Samples.time(0))
            let browser = CodeFailures(for: address, in: [7], at: Samples.time(0))
            let tomorrow = CodeFailures(for: address, at: Samples.time(86_400))
            try await storage.withTransaction { store in
                try store.codes.add(anybody)
                try store.codes.add(anybody)
                try store.codes.add(browser)
            }
            try await storage.read { store in
                try expect(store.codes.count(anybody), is: 2)
                try expect(store.codes.count(browser), is: 1)
                try expect(store.codes.count(tomorrow), is: 0)
            }
            try await storage.withTransaction { try $0.codes.add(tomorrow) }
            try await storage.read { store in
                try expect(store.codes.count(anybody), is: 0)
                try expect(store.codes.count(tomorrow), is: 1)
            }
        },
        StorageCheck("codes are removed once they have expired, and failures once their day is over") { storage in
            let codes = [Samples.code(1, boundTo: .client), Samples.code(2, boundTo: .client)]
            let failures = CodeFailures(for: codes[0].address, at: Samples.time(0))
            try await storage.withTransaction { store in
                for code in codes { try store.codes.insert(code) }
                try store.codes.add(failures)
                try expect(store.codes.removeExpired(before: codes[1].expiresAt, limit: 5), is: 1)
            }
            try await storage.read { store in
                try expect(store.codes.find(codes[0].id), is: nil)
                try expect(store.codes.find(codes[1].id), is: codes[1])
                try expect(store.codes.count(failures), is: 1)
            }
            try await storage.withTransaction {
                try expect($0.codes.removeExpired(before: Samples.time(2 * 86_400), limit: 5), is: 2)
            }
            try await storage.read { try expect($0.codes.count(failures), is: 0) }
        },
    ]
}

extension Samples {
    fileprivate static func code(_ number: Int, boundTo binding: SentCode.Binding) -> SentCode {
        SentCode(
            id: SentCode.ID(rawValue: [UInt8](repeating: UInt8(number), count: 22)), for: .signIn,
            to: SentCode.Address(.email, normalized: "ada@example.org", in: "people"), client: "app",
            host: "login.example.org", binding: binding, hash: [9, 9], until: time(Int64(number)))
    }
}
