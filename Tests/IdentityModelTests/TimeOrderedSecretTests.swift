// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import Testing
import WireFormats

struct TimeOrderedSecretTests {
    private let time = Timestamp(secondsSince1970: 0x0102_0304)

    @Test func `a secret is 32 bytes, and its hash begins with the time`() {
        let secret = TimeOrderedSecret(at: time)
        #expect(secret.text.utf8.count == 43)
        #expect(Base64URL.decode(secret.text.utf8)?.count == 32)
        #expect(secret.hash.count == 38)
        #expect(secret.hash.starts(with: [1, 2, 3, 4]))
    }

    @Test func `a client's text has the hash of the secret that it repeats`() {
        let secret = TimeOrderedSecret(at: time)
        #expect(TimeOrderedSecret(secret.text) == secret)
        #expect(AuthorizationCode.key(of: secret.text) == secret.hash)
        #expect(BrowserSession.key(of: secret.text) == secret.hash)
        #expect(DeviceAuthorization.key(of: secret.text) == secret.hash)
    }

    @Test func `a changed character changes the hash`() {
        let text = TimeOrderedSecret(at: time).text
        let hashes = text.indices.map { index in
            TimeOrderedSecret(text.replacingCharacters(at: index, with: text[index] == "A" ? "B" : "A"))?.hash
        }
        #expect(Set(hashes).count == 43)
        #expect(!hashes.contains(TimeOrderedSecret(text)?.hash))
    }

    @Test(arguments: ["", "A", String(repeating: "A", count: 42), String(repeating: "A", count: 44)])
    func `a text of another length is not a secret`(text: String) {
        #expect(TimeOrderedSecret(text) == nil)
    }

    @Test(arguments: ["+A", "=A", " A", "\u{0}A", "/A", "Ü"])
    func `a text whose time is not base64url is not a secret`(start: String) {
        #expect(TimeOrderedSecret(start + String(repeating: "A", count: 41)) == nil)
    }

    @Test func `secrets of the same moment differ`() {
        #expect(Set((0..<1000).map { _ in TimeOrderedSecret(at: time).text }).count == 1000)
    }
}

extension String {
    fileprivate func replacingCharacters(at index: Index, with character: Character) -> String {
        String(self[..<index]) + String(character) + String(self[self.index(after: index)...])
    }
}
