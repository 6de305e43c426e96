// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite struct PEMTests {
    private let block = "-----BEGIN CERTIFICATE-----\nZm9v\nYmFy\n-----END CERTIFICATE-----\n"

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `a block is read with any line ending`(end: String) {
        let text = "-----BEGIN A-----\(end)Zm9v\(end)Yg==\(end)-----END A-----"
        #expect(PEM.blocks(in: text, label: "A") == [Array("foob".utf8)])
    }

    @Test func `blocks are read in order, with text between them`() {
        let text = "Root 1\n\(block)\nRoot 2: -----BEGIN of trust\n\(block)# end"
        #expect(PEM.blocks(in: text, label: "CERTIFICATE") == [Array("foobar".utf8), Array("foobar".utf8)])
    }

    @Test func `a block with another label is skipped`() {
        let text = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n" + block
        #expect(PEM.blocks(in: text, label: "CERTIFICATE")?.count == 1)
    }

    @Test(arguments: ["", "no block here", "\n\n"])
    func `text without blocks has none`(text: String) {
        #expect(PEM.blocks(in: text, label: "CERTIFICATE") == [])
    }

    @Test func `spaces around lines are ignored`() {
        #expect(
            PEM.blocks(in: "  -----BEGIN A----- \n\t Zm9v \n -----END A-----\t\n", label: "A") == [Array("foo".utf8)])
    }

    @Test func `a line that only starts like a boundary is skipped`() {
        #expect(PEM.blocks(in: "-----BEGIN of the list\n" + block, label: "CERTIFICATE")?.count == 1)
    }

    @Test func `an empty block is empty`() {
        #expect(PEM.blocks(in: "-----BEGIN A-----\n-----END A-----", label: "A") == [[]])
    }

    @Test(arguments: [
        "-----BEGIN A-----\nZm9v\n", "-----BEGIN A-----", "-----END A-----", "Zm9v\n-----END A-----",
        "-----BEGIN A-----\nZm9v\n-----END B-----", "-----BEGIN A-----\n-----BEGIN A-----\nZm9v\n-----END A-----",
        "-----BEGIN A-----\nZm9\n-----END A-----", "-----BEGIN A-----\nZm9v!\n-----END A-----",
        "-----BEGIN A-----\nZm 9v\n-----END A-----", "-----BEGIN A-----\nZg==\nZg==\n-----END A-----",
        "-----BEGIN A-----\nProc-Type: 4,ENCRYPTED\n\nZm9v\n-----END A-----",
        "-----BEGIN A-----\nZm9v\n-----END A----", "-----BEGIN B-----\nZm9\n-----END B-----",
    ])
    func `a malformed block anywhere rejects the whole text`(text: String) {
        #expect(PEM.blocks(in: text, label: "A") == nil)
        #expect(PEM.blocks(in: block + text, label: "CERTIFICATE") == nil)
    }

    @Test func `every truncation inside a block is rejected`() {
        let ends = "-----BEGIN CERTIFICATE-----".utf8.count..<block.utf8.count - 1
        for count in ends {
            let text = String(decoding: Array(block.utf8).prefix(count), as: UTF8.self)
            #expect(PEM.blocks(in: text, label: "CERTIFICATE") == nil)
        }
    }
}
