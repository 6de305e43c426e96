// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite struct NearestTextTests {
    @Test(arguments: [("verfiy", "verify"), ("versoin", "version"), ("hlp", "help"), ("version", "version")])
    func `a word that was mistyped finds the one that was meant`(word: String, meant: String) {
        #expect(NearestText.find(word, among: ["help", "verify", "version"]) == meant)
    }

    @Test(arguments: ["authenticator", "xyz"])
    func `a word that is near to none finds none`(word: String) {
        #expect(NearestText.find(word, among: ["help", "verify", "version"]) == nil)
    }

    @Test func `nothing is near where nothing is known`() {
        #expect(NearestText.find("help", among: []) == nil)
    }

    @Test func `a word longer than any of ours is not compared`() {
        let word = String(repeating: "a", count: 64)
        #expect(NearestText.find(word, among: [word + "b"]) == word + "b")
        #expect(NearestText.find(word + "a", among: [word + "b"]) == nil)
    }
}
