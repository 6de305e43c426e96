// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let configuration: [StorageCheck] = [
        StorageCheck("documents are read as they were stored, by kind and id") { storage in
            let client = ConfigurationDocument(kind: .client, id: "a", json: ["name": "A", "b": [1, 2]])
            let connection = ConfigurationDocument(kind: .connection, id: "a", json: ["name": "a"])
            try await storage.withTransaction { store in
                try store.configuration.put(connection)
                try store.configuration.put(client)
            }
            try await storage.read { stored in
                try expect(stored.configuration.find(.client, id: "a"), is: client)
                try expect(stored.configuration.find(.connection, id: "a"), is: connection)
                try expect(stored.configuration.find(.client, id: "b"), is: nil)
                try expect(Set(stored.configuration.list()), is: [client, connection])
                try expect(stored.configuration.list().count, is: 2)
            }
            let replaced = ConfigurationDocument(kind: .client, id: "a", json: [:])
            try await storage.withTransaction { store in
                try store.configuration.put(replaced)
                try store.configuration.remove(.connection, id: "a")
            }
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.configuration.remove(.connection, id: "a") }
            }
            try await storage.read { try expect($0.configuration.list(), is: [replaced]) }
        },
        StorageCheck("the revision grows with every change and only then") { storage in
            let document = ConfigurationDocument(kind: .tenant, id: "t", json: ["a": 1])
            var changed = document
            changed.json = ["a": 2]
            let other = changed
            let start = try await storage.revision()
            for change: @Sendable (any ConfigurationStore) throws -> Void in [
                { try $0.put(document) }, { try $0.put(other) }, { try $0.remove(.tenant, id: "t") },
            ] {
                let before = try await storage.revision()
                try await storage.withTransaction { try change($0.configuration) }
                try expect(try await storage.revision() > before, is: true)
            }
            try await storage.withTransaction { try $0.configuration.put(document) }
            let before = try await storage.revision()
            try await storage.withTransaction { try $0.configuration.put(document) }
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { store in
                    try store.configuration.put(other)
                    try store.configuration.remove(.client, id: "nobody")
                }
            }
            try expect(try await storage.revision(), is: before)
            try expect(before > start, is: true)
        },
    ]
}

extension Storage {
    fileprivate func revision() async throws -> Int {
        try await read { try $0.configuration.revision() }
    }
}
