// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let serverStart: [StorageCheck] = [
        StorageCheck("the last start of a server replaces the one before") { storage in
            try await storage.read { try expect($0.serverStart.find(), is: nil) }
            for (number, sendsMail) in [(1, true), (2, false), (3, nil)] {
                let start = ServerStart(
                    url: "https://\(number).example.com:8443", version: "0.\(number).0",
                    startedAt: Samples.time(Int64(number)), sendsMail: sendsMail,
                    sendsMessages: sendsMail.map(!))
                try await storage.withTransaction { try $0.serverStart.put(start) }
                try await storage.read { try expect($0.serverStart.find(), is: start) }
            }
        }
    ]
}
