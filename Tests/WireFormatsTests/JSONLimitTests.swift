// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite struct JSONLimitTests {
    @Test func `64 containers may be nested and 65 may not`() throws {
        for (opening, closing) in [("[", "]"), ("{\"\":", "}")] {
            let nested = { (depth: Int) in
                Array((String(repeating: opening, count: depth) + "0" + String(repeating: closing, count: depth)).utf8)
            }
            #expect(throws: Never.self) { try JSONReader.read(nested(64)) }
            #expect(throws: JSONRejection.tooDeep) { try JSONReader.read(nested(65)) }
            #expect(throws: JSONRejection.tooDeep) { try JSONReader.read(nested(100_000)) }
        }
    }

    @Test func `containers side by side are not deep`() throws {
        let text = "[" + Array(repeating: "[[]]", count: 1000).joined(separator: ",") + "]"
        #expect(try JSONReader.read(Array(text.utf8), limits: JSONReader.Limits(depth: 3)).arrayValue?.count == 1000)
    }

    @Test func `an input that is longer than the limit is rejected`() throws {
        #expect(try JSONReader.read(Array("[10]".utf8), limits: JSONReader.Limits(bytes: 4)) == [10])
        #expect(throws: JSONRejection.tooLarge) {
            try JSONReader.read(Array("[100]".utf8), limits: JSONReader.Limits(bytes: 4))
        }
    }

    @Test(arguments: [JSONReader.Limits(depth: 0), .init(depth: -1), .init(bytes: 0), .init(bytes: -1)])
    func `limits that allow nothing reject everything and don't trap`(limits: JSONReader.Limits) {
        #expect(throws: JSONRejection.self) { try JSONReader.read(Array("[]".utf8), limits: limits) }
    }

    @Test(.timeLimit(.minutes(10)))
    func `the members of a huge object are compared in linear time`() throws {
        let names = (0..<80_000).map(String.init)
        let text = { (names: [String]) in Array("{\(names.map { "\"\($0)\":0" }.joined(separator: ","))}".utf8) }
        let limits = JSONReader.Limits(bytes: 4 << 20)
        #expect(try JSONReader.read(text(names), limits: limits).objectValue?.count == names.count)
        let offset = text(names).count
        #expect(throws: JSONRejection.duplicateMember("40000", offset: offset)) {
            try JSONReader.read(text(names + ["40000"]), limits: limits)
        }
    }

    /// Their hashes would all be the same if they were hashed as Swift hashes text.
    @Test(.timeLimit(.minutes(10)))
    func `names that Unicode calls equivalent do not collide`() throws {
        var names = [""]
        for _ in 0..<14 {
            names = names.flatMap { [$0 + "\u{E9}", $0 + "e\u{301}"] }
        }
        let text = "{\(names.map { "\"\($0)\":0" }.joined(separator: ","))}"
        #expect(try JSONReader.read(Array(text.utf8)).objectValue?.count == 1 << 14)
    }

    @Test(arguments: [2, 16, 17, 18, 40])
    func `a duplicate is found wherever it is`(count: Int) {
        for first in 0..<count - 1 {
            var names = (0..<count).map(String.init)
            names[count - 1] = names[first]
            let text = "{\(names.map { "\"\($0)\":0" }.joined(separator: ","))}"
            let offset = text.utf8.count - "\"\(names[first])\":0}".utf8.count
            #expect(throws: JSONRejection.duplicateMember(names[first], offset: offset)) {
                try JSONReader.read(Array(text.utf8))
            }
        }
    }
}
