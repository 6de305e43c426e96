// SPDX-License-Identifier: Apache-2.0

import HTTPServer

extension FuzzTarget {
    /// Consecutive requests. The result doesn't depend on where the input is split, and accepted requests are
    /// unambiguous.
    static let httpRequest = FuzzTarget(name: "http-request", accepts: ["a head", "a body"]) { bytes in
        let whole = outcome([bytes[...]])
        require(whole == outcome(bytes.indices.map { bytes[$0...$0] }), "the result is the same byte by byte")
        // The input determines where it is split, so that the fuzzer can search for bad positions.
        require(whole == outcome(pieces(bytes)), "the result is the same for any split")
        for event in whole.events {
            switch event {
            case .head(let head):
                accepted("a head")
                check(head)
            case .body(let body):
                accepted("a body")
                require(body.count <= RequestLimits().body, "a body is within its limit")
            }
        }
    }

    private struct Outcome: Equatable {
        var events: [RequestParser.Event] = []
        var rejection: RequestRejection?
    }

    private static func outcome(_ pieces: [ArraySlice<UInt8>]) -> Outcome {
        var parser = RequestParser()
        var outcome = Outcome()
        for piece in pieces {
            parser.feed(piece)
            do throws(RequestRejection) {
                while let event = try parser.next() { outcome.events.append(event) }
            } catch {
                require(outcome.rejection == nil || outcome.rejection == error, "a rejection is final")
                outcome.rejection = error
            }
        }
        return outcome
    }

    private static func pieces(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while let first = rest.first {
            let count = Int(first % 23) + 1
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return pieces
    }

    private static func check(_ head: RequestHead) {
        let lengths = head.headers.values(for: "Content-Length")
        let encodings = head.headers.values(for: "Transfer-Encoding")
        require(lengths.count + encodings.count <= 1, "a body has one framing")
        require(lengths.allSatisfy { Int($0) != nil }, "a length is a number")
        require(encodings.allSatisfy { $0.lowercased() == "chunked" }, "a transfer coding is supported")
        let hosts = head.headers.values(for: "Host").count
        require(hosts == 1 || (hosts == 0 && head.version == .http10), "a request has a host")
        require(head.headers.count <= RequestLimits().fields, "fields are within their limit")
        let fields = head.headers.fields.flatMap { [$0.name, $0.value] }
        let texts = fields + [head.target, head.path, head.method.rawValue]
        let isClean = texts.allSatisfy { $0.utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F } }
        require(isClean, "control characters are rejected")
        require(head.path.hasPrefix("/") || head.path == "*", "a path is absolute or an asterisk")
        require(
            head.target.hasSuffix(head.query.map { "\(head.path)?\($0)" } ?? head.path),
            "the target is the path and the query")
    }
}
