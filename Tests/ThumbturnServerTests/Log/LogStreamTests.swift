// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ThumbturnServer
import WireFormats

@Suite struct LogStreamTests {
    private func record(_ number: Int) -> LogRecord {
        let text = String(repeating: "x", count: 400)
        return LogRecord(
            time: Timestamp(secondsSince1970: 0), level: .info, event: "test.ran",
            fields: [("number", .number(JSONNumber(Int64(number))))] + (0..<7).map { ("text\($0)", .string(text)) })
    }

    /// What can be read without waiting.
    private func lines(_ pipe: Pipe) -> [String] {
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        var count = 0
        while true {
            let more = bytes.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            guard more > 0 else { break }
            count += more
        }
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `lines come out as they went in`() {
        let pipe = Pipe()
        let stream = LogStream(descriptor: pipe.fileHandleForWriting.fileDescriptor, form: .json)
        stream.write(record(1))
        stream.write(record(2))
        #expect(lines(pipe).map { $0.jsonObject["number"] as? Int } == [1, 2])
    }

    @Test func `a reader that does not read holds nobody up, and learns how many lines it has lost`() throws {
        let pipe = Pipe()
        let stream = LogStream(descriptor: pipe.fileHandleForWriting.fileDescriptor, form: .json)
        for number in 0..<100 { stream.write(record(number)) }
        let kept = lines(pipe)
        #expect(kept.count < 100)
        #expect(kept.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
        stream.write(record(100))
        let later = lines(pipe).map(\.jsonObject)
        try #require(later.count == 2)
        #expect(later[0]["event"] as? String == "log.lines-lost")
        #expect(later[0]["lines"] as? Int == 100 - kept.count)
        #expect(later[1]["number"] as? Int == 100)
    }

    @Test func `a reader that went away is no reason to end`() throws {
        let pipe = Pipe()
        let stream = LogStream(descriptor: pipe.fileHandleForWriting.fileDescriptor, form: .json)
        try pipe.fileHandleForReading.close()
        stream.write(record(1))
        stream.write(record(2))
    }
}
