// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import TestSupport

/// The events and rejection from parsing some bytes.
struct Parsing: Equatable {
    var events: [RequestParser.Event] = []
    var rejection: RequestRejection?

    /// Feeds the pieces one by one, and parses each before the next.
    init(_ pieces: [ArraySlice<UInt8>], limits: RequestLimits = RequestLimits()) {
        var parser = RequestParser(limits: limits)
        for piece in pieces {
            parser.feed(piece)
            do throws(RequestRejection) {
                while let event = try parser.next() { events.append(event) }
            } catch {
                rejection = error
            }
        }
    }

    init(_ text: String, limits: RequestLimits = RequestLimits()) {
        self.init([Array(text.utf8)[...]], limits: limits)
    }

    /// Splits the bytes at random positions.
    init(_ bytes: [UInt8], cutBy generator: inout SeededGenerator) {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 0...min(rest.count, 40), using: &generator)
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        self.init(pieces)
    }

    var heads: [RequestHead] {
        events.compactMap { if case .head(let head) = $0 { head } else { nil } }
    }

    var bodies: [String] {
        events.compactMap { if case .body(let body) = $0 { String(decoding: body, as: UTF8.self) } else { nil } }
    }
}
