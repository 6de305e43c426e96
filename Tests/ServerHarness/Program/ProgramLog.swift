// SPDX-License-Identifier: Apache-2.0

import Foundation
import POSIX
import TestSupport
package import WireFormats

/// The log of a server. Requests are counted, and other events are recorded.
package final class ProgramLog: Sendable {
    package struct Content: Sendable {
        /// The number of requests.
        package var requests = 0
        /// The number of lines that the server could not write.
        package var lost = 0
        /// The events other than requests.
        package var events: [JSONObject] = []
        /// Lines that are not JSON, such as messages of a program that fails to start.
        package var texts: [String] = []
        /// The latest lines about requests.
        package var latest: [String] = []
        package var isComplete = false

        /// Returns the events with a name, in order.
        package func events(_ name: String) -> [JSONObject] { events.filter { $0["event"] == .string(name) } }
    }

    private let content = Monitor(Content())

    package var now: Content { content.read(\.self) }

    /// Reads the log on a new thread until all writers have closed it.
    init(reading descriptor: Int32) {
        let content = content
        Thread.detachNewThread {
            var rest: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                rest += buffer[..<count]
                let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                rest = Array(lines.last ?? [])
                content.update { for line in lines.dropLast() { $0.add(Array(line)) } }
            }
            close(descriptor)
            content.update {
                if !rest.isEmpty { $0.add(rest) }
                $0.isComplete = true
            }
        }
    }

    /// Waits until `body` returns a value for the log. Returns `nil` if the log ends or the time is over.
    package func wait<Result>(seconds: Double = 120, for body: (Content) -> Result?) -> Result? {
        content.wait(seconds: seconds) { content -> Result?? in
            if let result = body(content) { return .some(result) }
            return content.isComplete ? .some(nil) : nil
        } ?? nil
    }

    /// Waits for the first event with a name, without a thread. It is for an event that this process has a part in, such
    /// as a response of a receiver in it: who blocks a thread of the pool may keep it from responding.
    package func arrival(of event: String) async -> JSONObject? {
        _ = await eventually { now.events(event).first != nil || now.isComplete }
        return now.events(event).first
    }

    /// Waits for the first event with a name.
    package func wait(for event: String) -> JSONObject? {
        wait { $0.events(event).first }
    }
}

extension ProgramLog.Content {
    fileprivate mutating func add(_ line: [UInt8]) {
        // There may be a hundred thousand lines, so only the beginning of each is searched.
        if String(decoding: line.prefix(120), as: UTF8.self).contains(#""event":"request""#) {
            requests += 1
            latest.append(String(decoding: line, as: UTF8.self))
            if latest.count > 400 { latest.removeFirst(200) }
            return
        }
        guard let object = (try? JSONReader.read(line))?.objectValue else {
            texts.append(String(decoding: line, as: UTF8.self))
            return
        }
        if object["event"] == "log.lines-lost" { lost += object["lines"]?.intValue ?? 0 }
        events.append(object)
    }
}
