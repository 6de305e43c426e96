// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let logoutNotices: [StorageCheck] = [
        StorageCheck("a notice is read as it was stored, from the time when it is due") { storage in
            let notice = Samples.notice(1, at: Samples.time(10))
            try await storage.withTransaction { try $0.logoutNotices.insert(notice) }
            try await storage.expectDue([], at: 9)
            try await storage.expectDue([notice], at: 10)
            try await StorageConformance.expect(
                StorageConflict.alreadyExists,
                from: { try await storage.withTransaction { try $0.logoutNotices.insert(notice) } })
        },
        StorageCheck("a notice needs no account and no session, and outlives them") { storage in
            let session = try await storage.insertSession(1)
            let notice = LogoutNotice(
                id: LogoutNotice.ID(rawValue: "1"), to: "client", at: "https://app.example.org/", about: session.id,
                of: session.user, host: session.host, createdAt: Samples.time(0))
            try await storage.withTransaction { store in
                try store.logoutNotices.insert(notice)
                try store.users.remove(session.user)
            }
            try await storage.expectDue([notice], at: 0)
        },
        StorageCheck("notices are listed by the time when they are due, without those to some URLs") { storage in
            let notices = [3, 1, 2].map { Samples.notice($0, at: Samples.time(Int64($0))) }
            try await storage.withTransaction { for notice in notices { try $0.logoutNotices.insert(notice) } }
            try await storage.expectDue([notices[1], notices[2], notices[0]], at: 5)
            try await storage.expectDue([notices[1], notices[2]], at: 5, limit: 2)
            try await storage.expectDue([notices[2], notices[0]], at: 5, except: [notices[1].url])
            try await storage.expectDue([], at: 5, except: Set(notices.map(\.url)))
        },
        StorageCheck("notices are counted, whether they are due or not") { storage in
            try await storage.withTransaction {
                for number in 1...3 {
                    try $0.logoutNotices.insert(Samples.notice(number, at: Samples.time(Int64(number))))
                }
            }
            try expect(try await storage.read { try $0.logoutNotices.count() }, is: 3)
        },
        StorageCheck("an attempt is claimed once") { storage in
            let notice = Samples.notice(1, at: Samples.time(0))
            try await storage.withTransaction { try $0.logoutNotices.insert(notice) }
            try expect(try await storage.claim(notice, nextAttemptAt: 30), is: true)
            try expect(try await storage.claim(notice, nextAttemptAt: 99), is: false)
            var claimed = notice
            claimed.attempts = 1
            claimed.nextAttemptAt = Samples.time(30)
            try await storage.expectDue([], at: 29)
            try await storage.expectDue([claimed], at: 30)
            let second = claimed
            try expect(try await storage.claim(second, nextAttemptAt: 60), is: true)
            try expect(try await storage.claim(second, nextAttemptAt: 99), is: false)
        },
        StorageCheck("of several processes that claim an attempt, one succeeds") { storage in
            let notice = Samples.notice(1, at: Samples.time(0))
            try await storage.withTransaction { try $0.logoutNotices.insert(notice) }
            let successes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 { group.addTask { try await storage.claim(notice, nextAttemptAt: 30) } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            try expect(successes, is: 1)
        },
        StorageCheck("a notice that was removed is not claimed, and is removed again without an error") { storage in
            let notices = [1, 2].map { Samples.notice($0, at: Samples.time(0)) }
            try await storage.withTransaction { for notice in notices { try $0.logoutNotices.insert(notice) } }
            for _ in 0..<2 { try await storage.withTransaction { try $0.logoutNotices.remove(notices[0].id) } }
            try expect(try await storage.claim(notices[0], nextAttemptAt: 99), is: false)
            try await storage.expectDue([notices[1]], at: 0)
        },
    ]
}

extension Samples {
    static func notice(_ number: Int, at time: Timestamp) -> LogoutNotice {
        LogoutNotice(
            id: LogoutNotice.ID(rawValue: "notice \(number)"), to: "client \(number)",
            at: "https://app\(number).example.org/logout?a=%22b%22", about: sessionID(number), of: userID(number),
            host: "login.example.org", createdAt: time)
    }
}

extension Storage {
    fileprivate func expectDue(
        _ notices: [LogoutNotice], at time: Int64, except urls: Set<String> = [], limit: Int = 10, line: UInt = #line
    ) async throws {
        let due = try await read {
            try $0.logoutNotices.listDue(at: Samples.time(time), except: urls, limit: limit)
        }
        try StorageConformance.expect(due, is: notices, line: line)
    }

    fileprivate func claim(_ notice: LogoutNotice, nextAttemptAt time: Int64) async throws -> Bool {
        try await withTransaction { try $0.logoutNotices.claim(notice, nextAttemptAt: Samples.time(time)) }
    }
}
