// SPDX-License-Identifier: Apache-2.0

import PasswordHashing
import Testing

@Suite struct NewPasswordTests {
    @Test func `a new password is normalized`() throws {
        #expect(Array(try NewPassword("Zu\u{308}rich").text.utf8) == Array("Z\u{FC}rich".utf8))
        #expect(Array(try NewPassword("\u{212B}").text.utf8) == Array("\u{C5}".utf8))
        #expect(Array(try NewPassword("\u{1112}\u{1161}\u{11AB}").text.utf8) == Array("\u{D55C}".utf8))
    }

    @Test func `compatibility characters and spaces stay as they are`() throws {
        for text in ["\u{FB01}", " a ", "\u{3000}", "👩‍👩‍👧"] {
            #expect(Array(try NewPassword(text).text.utf8) == Array(text.utf8))
        }
    }

    @Test func `characters are counted as scalars after normalization`() throws {
        #expect(try NewPassword(String(repeating: "u\u{308}", count: 256)).characterCount == 256)
        #expect(throws: NewPasswordRejection.tooLong) { try NewPassword(String(repeating: "a", count: 257)) }
        #expect(try NewPassword(String(repeating: "👍", count: 256)).characterCount == 256)
        #expect(throws: NewPasswordRejection.tooLong) { try NewPassword(String(repeating: "👍🏽", count: 129)) }
    }

    @Test func `an empty password is rejected`() {
        #expect(throws: NewPasswordRejection.empty) { try NewPassword("") }
    }

    @Test(arguments: ["\0", "\n", "\t", "\u{7F}", "\u{85}"])
    func `a control character is rejected`(character: String) {
        #expect(throws: NewPasswordRejection.controlCharacter) { try NewPassword("abc\(character)def") }
    }
}
