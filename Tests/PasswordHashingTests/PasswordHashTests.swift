// SPDX-License-Identifier: Apache-2.0

import PasswordHashing
import TestLimits
import Testing
import WireFormats

@Suite(.turnLimit)
struct PasswordHashTests {
    private static let pool = HashingPool(waitingPerThread: 1000)

    private func ownHash(cost: HashCost = .cheap) async throws -> PasswordHash {
        try await Self.pool.hash(try NewPassword("correct horse"), cost: cost)
    }

    @Test func `a hash of the server's own is Argon2id with a salt of its own`() async throws {
        let hash = try await ownHash()
        #expect(hash.text.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(try await ownHash() != hash)
        #expect(hash.wrappedAs == nil)
        #expect(try PasswordHash(stored: hash.text) == hash)
    }

    @Test func `a hash matches its password and no other`() async throws {
        let hash = try await ownHash()
        #expect(try await Self.pool.verify("correct horse", against: hash))
        #expect(try await !Self.pool.verify("correct hors", against: hash))
        #expect(try await !Self.pool.verify("", against: hash))
    }

    @Test func `two spellings of one text are one password for a hash of the server's own`() async throws {
        let hash = try await Self.pool.hash(try NewPassword("Zu\u{308}rich"), cost: .cheap)
        #expect(try await Self.pool.verify("Z\u{FC}rich", against: hash))
        #expect(try await Self.pool.verify("Zu\u{308}rich", against: hash))
    }

    @Test func `an imported hash is compared with what was sent, whatever it looks like`() async throws {
        let own = try await Self.pool.hash(try NewPassword("Z\u{FC}rich"), cost: .cheap)
        let imported = try PasswordHash(importing: own.text)
        #expect(try await Self.pool.verify("Z\u{FC}rich", against: imported))
        #expect(try await !Self.pool.verify("Zu\u{308}rich", against: imported))
        #expect(try PasswordHash(stored: imported.text) == imported)
        #expect(imported != own)
    }

    @Test func `a hash is computed again if it is not of this cost`() async throws {
        let hash = try await ownHash()
        let dearer = try #require(HashCost(memoryKiB: 8, passes: 2))
        #expect(!hash.needsRehash(to: .cheap))
        #expect(hash.needsRehash(to: dearer))
        #expect(try PasswordHash(importing: hash.text).needsRehash(to: .cheap))
    }

    @Test func `a wrapped hash is computed again`() async throws {
        let hash = try PasswordHash(importing: "{MD5}PLTnMmMfR+brlh80VUt83g==")
        let wrapped = try await Self.pool.wrap(hash, cost: .cheap)
        #expect(wrapped.needsRehash(to: .cheap))
        #expect(wrapped.wrappedAs == #"{"algorithm":"md5"}"#)
    }

    @Test func `the description of a wrapped hash has its salt and not its digest`() async throws {
        let hash = try PasswordHash(importing: "$1$saltsalt$NuzA7WTAelpl95xgBGWN60")
        #expect(try await Self.pool.wrap(hash, cost: .cheap).wrappedAs == "$1$saltsalt$")
    }

    @Test func `a description with a digest is rejected`() async throws {
        let hash = try await ownHash()
        #expect(throws: PasswordHashRejection.self) {
            try PasswordHash(stored: hash.text, wrappedAs: "{MD5}PLTnMmMfR+brlh80VUt83g==")
        }
    }

    @Test func `a password with a zero byte does not match what precedes it`() async throws {
        let hash = try PasswordHash(importing: "$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e")
        #expect(try await Self.pool.verify("correct horse", against: hash))
        #expect(try await !Self.pool.verify("correct horse\0", against: hash))
    }

    @Test func `a password that the other system could not encode does not match`() async throws {
        let hash = try PasswordHash(importing: [
            "algorithm": "sha256", "hash": ["value": .string(hexadecimal(sha256(""))), "encoding": "hex"],
            "password": ["encoding": "latin1"],
        ])
        #expect(try await Self.pool.verify("", against: hash))
        #expect(try await !Self.pool.verify("\u{141}", against: hash))
    }

    @Test func `a password that is too long matches no hash, not even its own`() async throws {
        let long = String(repeating: "a", count: HashingPool.maximumPasswordByteCount)
        let digest = try PasswordHash(importing: [
            "algorithm": "sha256", "hash": ["value": .string(hexadecimal(sha256(long))), "encoding": "hex"],
        ])
        let other = try PasswordHash(importing: [
            "algorithm": "sha256", "hash": ["value": .string(hexadecimal(sha256(long + "a"))), "encoding": "hex"],
        ])
        #expect(try await Self.pool.verify(long, against: digest))
        #expect(try await !Self.pool.verify(long + "a", against: other))
    }

    /// Each is a valid hash but for one thing.
    @Test(arguments: [
        ("", PasswordHashRejection.unknownAlgorithm),
        ("$argon2id$v=19$m=8192,t=1$AAECAwQFBgcICQoLDA0ODw$Xlau5Ol3mmwRQJtaeHuMSw", .malformed("parameters")),
        (
            "$argon2id$v=19$m=8192,t=1,p=1,m=8192$AAECAwQFBgcICQoLDA0ODw$Xlau5Ol3mmwRQJtaeHuMSw",
            .malformed("parameters")
        ),
        ("$argon2id$v=18$m=8192,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$Xlau5Ol3mmwRQJtaeHuMSw", .malformed("v")),
        ("$argon2id$v=19$m=8,t=1,p=2$AAECAwQFBgcICQoLDA0ODw$Xlau5Ol3mmwRQJtaeHuMSw", .outOfBounds("m")),
        ("$argon2id$v=19$m=8192,t=0,p=1$AAECAwQFBgcICQoLDA0ODw$Xlau5Ol3mmwRQJtaeHuMSw", .outOfBounds("t")),
        ("$argon2id$v=19$m=8192,t=1,p=1$AAECAwQ$Xlau5Ol3mmwRQJtaeHuMSw", .outOfBounds("salt")),
        ("$argon2id$v=19$m=8192,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$Xlau5Ol3", .outOfBounds("hash")),
        ("$2b$16$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e", .outOfBounds("cost")),
        ("$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6", .malformed("hash")),
        ("$2x$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e", .unknownAlgorithm),
        ("$1$saltsalts$NuzA7WTAelpl95xgBGWN60", .outOfBounds("salt")),
        ("$5$rounds=999$saltstringsalt16$YvBVUNNdrW/A0wYktxndMfFzlnyID8MvZ7TZzAklqr2", .outOfBounds("rounds")),
        (
            "$7$LU..../....k2XAnEHBqQ1Ct2aMXFKNa/$eKAuKEl9owcPfapi3DXMF/raTm1Q3jjqXdo3fAEpfn5",
            .outOfBounds("parameters")
        ),
        ("$y$jFT$k2XAnEHBqQ1Ct2aMXFKNa/$Ry7oZ9ThqkDutyuKduodO92iRCkOPEVA3D3cGUEN1J1", .outOfBounds("parameters")),
        (
            "$pbkdf2-sha256$i=0,l=32$AAECAwQFBgcICQoLDA0ODw$81O1EAaR6kUxpJyCghoIjiCDF4wsaVSheh7FOzkA2iU",
            .outOfBounds("i")
        ),
        (
            "$pbkdf2-sha256$i=20000,l=31$AAECAwQFBgcICQoLDA0ODw$81O1EAaR6kUxpJyCghoIjiCDF4wsaVSheh7FOzkA2iU",
            .malformed("hash")
        ),
        (
            "$pbkdf2-sha3$i=20000,l=32$AAECAwQFBgcICQoLDA0ODw$81O1EAaR6kUxpJyCghoIjiCDF4wsaVSheh7FOzkA2iU",
            .unknownAlgorithm
        ),
        ("{SSHA}L55TUjtiq8FBorTWAZ0jy6g129A=", .malformed("hash")),
        ("{CRYPT}$1$saltsalt$NuzA7WTAelpl95xgBGWN60", .unknownAlgorithm),
        ("{\"algorithm\":\"md5\"}", .malformed("hash")),
    ])
    func `a malformed hash is rejected for what is wrong with it`(text: String, rejection: PasswordHashRejection) {
        #expect(throws: rejection) { try PasswordHash(importing: text) }
    }

    @Test(
        arguments: [
            (["algorithm": "md5", "hash": ["value": "3cb4e732631f47e6eb961f34554b7cde"]], .malformed("hash")),
            (
                ["algorithm": "sha1", "hash": ["value": "3cb4e732631f47e6eb961f34554b7cde", "encoding": "hex"]],
                .malformed("hash")
            ),
            (["algorithm": "bcrypt", "hash": ["value": "$1$saltsalt$NuzA7WTAelpl95xgBGWN60"]], .malformed("hash")),
            (["algorithm": "argon2", "salt": ["value": "a"]], .malformed("salt")),
            (["algorithm": "whirlpool2"], .unknownAlgorithm),
            (["hash": ["value": "00", "encoding": "hex"]], .malformed("algorithm")),
        ] as [(JSONObject, PasswordHashRejection)])
    func `a malformed object is rejected for what is wrong with it`(
        object: JSONObject, rejection: PasswordHashRejection
    ) {
        #expect(throws: rejection) { try PasswordHash(importing: object) }
    }

    @Test(arguments: [(7, 2), (1_048_577, 2), (19_456, 0), (19_456, 11)])
    func `a cost out of bounds is rejected`(memoryKiB: Int, passes: Int) {
        #expect(HashCost(memoryKiB: memoryKiB, passes: passes) == nil)
    }
}
