// SPDX-License-Identifier: Apache-2.0

import IdentityModel

extension StorageCheck {
    static let clock: [StorageCheck] = [
        StorageCheck("the latest time is kept, and an earlier one only if it is accepted") { storage in
            try await storage.read { try expect($0.clock.find(), is: nil) }
            for (time, floor) in [(5, 5), (3, 5), (7, 7)] as [(Int64, Int64)] {
                try await storage.withTransaction { try $0.clock.raise(to: Samples.time(time)) }
                let expected = ClockRecord(floor: Samples.time(floor))
                try await storage.read { try expect($0.clock.find(), is: expected) }
            }
            for (number, time) in [(1, 2), (2, 4)] as [(Int, Int64)] {
                try await storage.withTransaction { try $0.clock.accept(Samples.time(time)) }
                let expected = ClockRecord(floor: Samples.time(time), acceptances: number)
                try await storage.read { try expect($0.clock.find(), is: expected) }
            }
        }
    ]
}
