// SPDX-License-Identifier: Apache-2.0

import Testing
import ThumbturnTools
import WireFormats

/// How the command `enumeration` judges responses.
@Suite struct EnumerationComparisonTests {
    private var comparison = EnumerationComparison()

    private mutating func add(
        exists: Bool, status: Int = 200, fields: [String] = ["Date", "Content-Length"], extra: String = "",
        idLength: Int = 4, time: Double = 1
    ) throws {
        let id = String(repeating: "a", count: idLength)
        let body = #"{"challenge": "abcd", "allowCredentials": [{"id": "\#(id)", "type": "public-key"}]\#(extra)}"#
        comparison.add(
            status: status, fields: fields, body: try JSONReader.read(Array(body.utf8)), time: time, isSubject: exists)
    }

    @Test mutating func `responses that differ in nothing but content are accepted`() throws {
        try add(exists: true)
        try add(exists: false, fields: ["Content-Length", "Date"])
        #expect(comparison.faults.isEmpty)
        #expect(comparison.summary == "50.0% of pairs, 2 requests")
    }

    @Test mutating func `another status, field or shape is a fault`() throws {
        for difference in 0..<3 {
            comparison = EnumerationComparison()
            try add(exists: true)
            switch difference {
            case 0: try add(exists: false, status: 404)
            case 1: try add(exists: false, fields: ["Content-Length", "Date", "Age"])
            default: try add(exists: false, extra: #", "extra": true"#)
            }
            #expect(comparison.faults.map { $0.hasPrefix("the responses differ: ") } == [true])
        }
    }

    @Test mutating func `an endpoint that answers nothing but errors is a fault`() throws {
        for exists in [true, false] { try add(exists: exists, status: 404) }
        #expect(comparison.faults == ["a name that exists never gets a response with status 200"])
    }

    @Test mutating func `the lengths of credential IDs may differ in fourteen of a hundred responses`() throws {
        for number in 0..<100 {
            try add(exists: true, idLength: number < 14 ? 8 : 4)
            try add(exists: false)
        }
        #expect(comparison.faults.isEmpty)
        for _ in 0..<2 { try add(exists: true, idLength: 8) }
        // 16 of 102.
        #expect(comparison.faults.map { $0.prefix(35) } == ["the lengths of IDs differ by 15.7%:"])
    }

    @Test mutating func `a longer time in more than 56 of 100 pairs is a fault`() throws {
        for number in 0..<10 {
            try add(exists: true, time: number < 2 ? 2 : 1)
            try add(exists: false)
        }
        // 20 of 100 pairs are longer and 80 equal: 60 %.
        #expect(comparison.faults == ["a name that exists takes longer in 60.0% of pairs"])
    }

    @Test mutating func `subjects may be expected to be rejected`() throws {
        comparison = EnumerationComparison(of: "a blocked account", expecting: 403)
        for exists in [true, false] { try add(exists: exists, status: 403, time: exists ? 2 : 1) }
        #expect(comparison.faults == ["a blocked account takes longer in 100.0% of pairs"])
        comparison = EnumerationComparison(of: "a blocked account", expecting: 403)
        for exists in [true, false] { try add(exists: exists, status: 429) }
        #expect(comparison.faults == ["a blocked account never gets a response with status 403"])
    }
}
