// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let owners: [StorageCheck] = [
        StorageCheck("an owner is an account, once, and is removed with it") { storage in
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.owners.insert(Samples.userID(1)) }
            }
            try await storage.insert(Samples.user(1), Samples.user(2))
            for number in [2, 1] {
                try await storage.withTransaction { try $0.owners.insert(Samples.userID(number)) }
            }
            try await expect(StorageConflict.alreadyExists) {
                try await storage.withTransaction { try $0.owners.insert(Samples.userID(1)) }
            }
            try await storage.read { try expect($0.owners.list(), is: [Samples.userID(1), Samples.userID(2)]) }
            try await storage.withTransaction { try $0.users.remove(Samples.userID(1)) }
            try await storage.read { try expect($0.owners.list(), is: [Samples.userID(2)]) }
        },
        StorageCheck("there is one code of the set-up, which is replaced and removed") { storage in
            try await storage.read { try expect($0.owners.setupCode(), is: nil) }
            for number in 1...2 {
                let code = SetupCodeRecord(hash: [UInt8(number), 0, 255], expiresAt: Samples.time(Int64(number)))
                try await storage.withTransaction { try $0.owners.setSetupCode(code) }
                try await storage.read { try expect($0.owners.setupCode(), is: code) }
            }
            for _ in 0..<2 { try await storage.withTransaction { try $0.owners.setSetupCode(nil) } }
            try await storage.read { try expect($0.owners.setupCode(), is: nil) }
        },
    ]
}
