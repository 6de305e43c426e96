// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let deviceAuthorizations: [StorageCheck] = [
        StorageCheck("a device authorization is read as it was stored, by either code") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            var authorizations = (1...4).map { Samples.device($0) }
            authorizations[0].audience = "https://api.example.org/"
            authorizations[1].decision = .denied
            authorizations[2].decision = .approved(Samples.approval(by: user.id))
            authorizations[3].decision = .approved(
                .init(user: user.id, authenticatedAt: Samples.time(1), decidedAt: Samples.time(1)))
            let expected = authorizations
            try await storage.withTransaction { store in
                for authorization in expected { try store.deviceAuthorizations.insert(authorization) }
            }
            try await storage.read { stored in
                for authorization in expected {
                    let byHash = try stored.deviceAuthorizations.find(by: authorization.deviceCodeHash)
                    try expect(byHash, is: authorization)
                    let byUserCode = try stored.deviceAuthorizations.find(userCode: authorization.userCode)
                    try expect(byUserCode, is: authorization)
                }
                try expect(stored.deviceAuthorizations.find(by: Samples.bytes(9)), is: nil)
                try expect(stored.deviceAuthorizations.find(userCode: "CODE9"), is: nil)
                try expect(stored.deviceAuthorizations.count(unexpiredAt: Samples.time(0), of: "").all, is: 4)
            }
        },
        StorageCheck("a device authorization has its own device code and user code") { storage in
            let stored = Samples.device(1)
            try await storage.withTransaction { try $0.deviceAuthorizations.insert(stored) }
            for (device, user) in [(1, 2), (2, 1)] {
                let copy = DeviceAuthorization(
                    deviceCodeHash: Samples.device(device).deviceCodeHash, userCode: Samples.device(user).userCode,
                    client: "other", host: "login.example.org", createdAt: Samples.time(0), expiresAt: Samples.time(9))
                try await storage.expect(.alreadyExists) { try $0.insert(copy) }
            }
        },
        StorageCheck("a pending device authorization is decided once") { storage in
            try await storage.insert(Samples.user(1))
            let decisions =
                [.denied, .approved(Samples.approval(by: Samples.userID(1)))]
                as [DeviceAuthorization.Decision]
            for (number, decision) in decisions.enumerated() {
                let authorization = Samples.device(number)
                try await storage.withTransaction { store in
                    try store.deviceAuthorizations.insert(authorization)
                    try store.deviceAuthorizations.decide(userCode: authorization.userCode, as: decision)
                }
                for other in decisions {
                    try await storage.expect(.modifiedConcurrently) {
                        try $0.decide(userCode: authorization.userCode, as: other)
                    }
                }
                try await storage.read {
                    try expect($0.deviceAuthorizations.find(by: authorization.deviceCodeHash)?.decision, is: decision)
                }
            }
            for decision in decisions {
                try await storage.expect(.notFound) { try $0.decide(userCode: "CODE9", as: decision) }
            }
        },
        StorageCheck("a device authorization is approved only by a user who exists") { storage in
            try await storage.withTransaction { try $0.deviceAuthorizations.insert(Samples.device(1)) }
            try await storage.expect(.notFound) {
                try $0.decide(userCode: "CODE1", as: .approved(Samples.approval(by: Samples.userID(1))))
            }
            try await storage.read {
                try expect($0.deviceAuthorizations.find(userCode: "CODE1"), is: Samples.device(1))
            }
        },
        StorageCheck("of many concurrent decisions and removals of one device authorization one succeeds") { storage in
            try await storage.insert(Samples.user(1))
            let authorization = Samples.device(1)
            try await storage.withTransaction { try $0.deviceAuthorizations.insert(authorization) }
            let decisions = await race(64) { number in
                let decision: DeviceAuthorization.Decision =
                    number % 2 == 0 ? .denied : .approved(Samples.approval(by: Samples.userID(1)))
                try await storage.withTransaction {
                    try $0.deviceAuthorizations.decide(userCode: authorization.userCode, as: decision)
                }
            }
            try expect(decisions.wins, is: 1)
            try expect(decisions.conflicts, is: [.modifiedConcurrently: 63])
            let removals = await race(64) { _ in
                try await storage.withTransaction { try $0.deviceAuthorizations.remove(authorization.deviceCodeHash) }
            }
            try expect(removals.wins, is: 1)
            try expect(removals.conflicts, is: [.notFound: 63])
        },
        StorageCheck("expired device authorizations are not counted") { storage in
            try await storage.withTransaction { store in
                for number in 0..<4 {
                    try store.deviceAuthorizations.insert(
                        Samples.device(number, expiresAt: Samples.time(Int64(number))))
                }
                try expect(store.deviceAuthorizations.count(unexpiredAt: Samples.time(1), of: "").all, is: 2)
            }
        },
        StorageCheck("expired device authorizations are removed, no more at once than the limit") { storage in
            try await storage.withTransaction { store in
                for number in 0..<10 {
                    try store.deviceAuthorizations.insert(
                        Samples.device(number, expiresAt: Samples.time(Int64(number))))
                }
            }
            for removed in [2, 2, 1, 0] {
                let count = try await storage.withTransaction {
                    try $0.deviceAuthorizations.removeExpired(before: Samples.time(5), limit: 2)
                }
                try expect(count, is: removed)
            }
            try await storage.read { stored in
                let left = try (0..<10).filter { try stored.deviceAuthorizations.find(userCode: "CODE\($0)") != nil }
                try expect(left, is: [5, 6, 7, 8, 9])
            }
        },
    ]
}

extension Storage {
    fileprivate func expect(
        _ conflict: StorageConflict, line: UInt = #line,
        work: @escaping @Sendable (any DeviceAuthorizationStore) throws -> Void
    ) async throws {
        try await StorageConformance.expect(
            conflict, from: { try await withTransaction { try work($0.deviceAuthorizations) } }, line: line)
    }
}
