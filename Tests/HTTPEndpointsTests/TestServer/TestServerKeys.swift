// SPDX-License-Identifier: Apache-2.0

import Foundation
import IdentityModel
import JOSE
import OpenIDProvider
import TestStorage
import TestSupport

/// The keys of all test servers. Generating RSA keys is slow, so it is done once, and each storage gets a copy.
enum TestServerKeys {
    static var master: MasterKey {
        guard let key = MasterKey(bytes: [UInt8](repeating: 7, count: 32)) else { fatalError("32 bytes make a key") }
        return key
    }

    static func ring(in storage: any Storage) async throws -> KeyRing {
        let records = try await generated.value
        try await storage.withTransaction { transaction in
            for record in records { try transaction.signingKeys.insert(record) }
        }
        return try await ring(of: storage)
    }

    /// Opens the keys that a storage has already.
    static func ring(of storage: any Storage) async throws -> KeyRing {
        let ring = KeyRing(master: master, storage: storage)
        try await prepare(ring)
        return ring
    }

    private static func prepare(_ ring: KeyRing) async throws {
        for host in [TestServer.host, TestServer.otherHost] {
            try await ring.prepare(host: host, algorithms: [.edDSA], at: ManualClock.start)
        }
    }

    private static let generated = Task {
        try await withStorage { storage in
            try await prepare(KeyRing(master: master, storage: storage))
            return try await storage.read { snapshot in
                try [TestServer.host, TestServer.otherHost].flatMap { try snapshot.signingKeys.list(host: $0) }
            }
        }
    }
}
