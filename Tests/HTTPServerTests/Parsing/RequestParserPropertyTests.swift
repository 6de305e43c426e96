// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import TestSupport
import Testing

/// The result of parsing must not depend on how the input is split.
@Suite struct RequestParserPropertyTests {
    @Test(arguments: Probe.all)
    func `a rejection does not depend on how the input is split`(probe: Probe) {
        let bytes = probe.bytes + Probe.hidden
        let whole = Parsing([bytes[...]])
        #expect(Parsing(bytes.indices.map { bytes[$0...$0] }) == whole)
        var generator = SeededGenerator(seed: UInt64(bytes.count))
        #expect(Parsing(bytes, cutBy: &generator) == whole)
    }

    @Test(arguments: 0..<40)
    func `a stream of requests, some of them tampered, parses the same however it is split`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            let bytes = stream(&generator)
            let whole = Parsing([bytes[...]])
            #expect(Parsing(bytes.indices.map { bytes[$0...$0] }) == whole)
            #expect(Parsing(bytes, cutBy: &generator) == whole)
        }
    }

    private func stream(_ generator: inout SeededGenerator) -> [UInt8] {
        var text = ""
        for number in 0..<Int.random(in: 1...6, using: &generator) {
            let body = String(repeating: "b\r\n", count: Int.random(in: 0...30, using: &generator))
            text += "POST /\(number) HTTP/1.1\r\nHost: a.test\r\n"
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: text += "\r\n"
            case 1: text += "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            default:
                let size = String(body.utf8.count, radix: 16)
                text +=
                    "Transfer-Encoding: chunked\r\n\r\n" + (body.isEmpty ? "" : "\(size)\r\n\(body)\r\n") + "0\r\n\r\n"
            }
        }
        var bytes = Array(text.utf8)
        if Bool.random(using: &generator) {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }
        return bytes
    }
}
