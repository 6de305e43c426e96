// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConsole
import Testing
import ThumbturnServer
import WireFormats

@Suite struct LogStreamTests {
    private func record(_ number: Int) -> LogRecord {
        let text = String(repeating: "x", count: 400)
        return LogRecord(
            time: Timestamp(secondsSince1970: 0), level: .info, event: "test.ran",
            fields: [LogField(LogFieldName("number"), value: .number(JSONNumber(Int64(number))))]
                + (0..<7).map { LogField(LogFieldName("text\($0)"), value: .string(text)) })
    }

    /// Returns the lines that can be read without waiting.
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

    @Test func `lines are written in order`() {
        let pipe = Pipe()
        let stream = LogStream(descriptor: pipe.fileHandleForWriting.fileDescriptor, form: .json)
        stream.write(record(1))
        stream.write(record(2))
        #expect(stream.flush())
        #expect(lines(pipe).map { $0.jsonObject["number"] as? Int } == [1, 2])
    }

    @Test func `a line is written without an explicit flush`() throws {
        let pipe = Pipe()
        let stream = LogStream(descriptor: pipe.fileHandleForWriting.fileDescriptor, form: .json)
        stream.write(record(1))
        var state = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&state, 1, 10_000) == 1)
        #expect(lines(pipe).count == 1)
    }

    @Test func `a stalled reader delays no one and learns how many lines were lost`() {
        let pipe = Pipe()
        let stream = LogStream(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, form: .json, capacity: 65_536)
        for number in 0..<100 { stream.write(record(number)) }
        var kept: [String] = []
        for _ in 0..<1000 where !stream.flush(waitingAtMost: .milliseconds(10)) { kept += lines(pipe) }
        kept += lines(pipe)
        let objects = kept.map(\.jsonObject)
        let numbers = objects.compactMap { $0["number"] as? Int }
        let lost = objects.filter { $0["event"] as? String == "log.lines-lost" }.compactMap { $0["lines"] as? Int }
        #expect(numbers == numbers.sorted())
        #expect(numbers.count < 100)
        #expect(numbers.count + lost.reduce(0, +) == 100)
        stream.write(record(100))
        #expect(stream.flush())
        #expect(lines(pipe).map { $0.jsonObject["number"] as? Int } == [100])
    }

    @Test func `lines that could not be written are reported once writing works again`() throws {
        let broken = Pipe()
        try broken.fileHandleForReading.close()
        let descriptor = broken.fileHandleForWriting.fileDescriptor
        let stream = LogStream(descriptor: descriptor, form: .json)
        stream.write(record(1))
        stream.write(record(2))
        #expect(stream.flush())
        let pipe = Pipe()
        #expect(dup2(pipe.fileHandleForWriting.fileDescriptor, descriptor) == descriptor)
        stream.write(record(3))
        #expect(stream.flush())
        let later = lines(pipe).map(\.jsonObject)
        try #require(later.count == 2)
        #expect(later[0]["event"] as? String == "log.lines-lost")
        #expect(later[0]["lines"] as? Int == 2)
        #expect(later[1]["number"] as? Int == 3)
    }

    @Test func `concurrent threads write whole lines`() async {
        let pipe = Pipe()
        let stream = LogStream(descriptor: pipe.fileHandleForWriting.fileDescriptor, form: .json)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<16 { group.addTask { stream.write(self.record(number)) } }
        }
        #expect(flush(stream))
        #expect(Set(lines(pipe).compactMap { $0.jsonObject["number"] as? Int }) == Set(0..<16))
    }

    /// Flushes from a synchronous function, because flushing blocks the thread.
    private func flush(_ stream: LogStream) -> Bool { stream.flush() }
}
