// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01", 0), ("2026-01-01T00:00:00Z", 1_767_225_600),
        ("2020-03-30", 1_585_526_400),
        ("1985-04-12T23:20:50.52Z", 482_196_050), ("1996-12-19T16:39:57-08:00", 851_042_397),
        ("1937-01-01T12:00:27.87+00:20", -1_041_337_173), ("2000-02-29T23:59:59z", 951_868_799),
        ("1990-12-31T23:59:60Z", 662_688_000), ("1990-12-31t15:59:60-08:00", 662_688_000),
        ("2026-01-01T00:00:00-00:00", 1_767_225_600), ("2026-01-01T23:59:00+23:59", 1_767_225_600),
        ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("2026-01-01T00:00:00.123456789012345678901234567890Z", 1_767_225_600), ("1969-12-31T23:59:59Z", -1),
    ])
    func `a timestamp is read`(text: String, seconds: Int64) {
        #expect(Timestamp(text)?.secondsSince1970 == seconds)
    }

    @Test(arguments: [
        "", "2026", "2026-01", "2026-1-1", "2026-01-01T", "2026-01-01T00:00Z", "2026-01-01T00:00:00",
        "2026-01-01 00:00:00Z",
        "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+01",
        "2026-01-01T00:00:00Z ", " 2026-01-01", "2026-01-01Z", "20260101", "2026-13-01", "2026-00-01", "2026-01-00",
        "2026-01-32", "2026-04-31", "2026-02-29", "1900-02-29", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:61Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+00:60", "+026-01-01", "-026-01-01",
        "10000-01-01", "２０２６-01-01", "2026-01-01T00:00:00ZZ", "2026-01-01T00:00:00Z+00:00", "2026-01-0a",
        "202601-01", "2026-0101", "2026-01-0100:00:00Z", "2026-01-01T0000:00Z", "2026-01-01T00:0000Z",
        "2026-01-01T00:00:0001:00",
    ])
    func `malformed text is rejected`(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_868_799, "2000-02-29T23:59:59Z"),
    ])
    func `a timestamp is written in UTC`(seconds: Int64, text: String) {
        #expect(Timestamp(secondsSince1970: seconds).description == text)
    }

    @Test func `every day of 400 years reads back`() {
        for day in -100_000...60_000 {
            let moment = Timestamp(secondsSince1970: Int64(day) * 86_400 + 43_201)
            if Timestamp(moment.description) != moment { Issue.record("\(moment)") }
        }
    }

    @Test(arguments: [Int64.min, .max])
    func `the first and last timestamps are written without a trap`(seconds: Int64) {
        #expect(!Timestamp(secondsSince1970: seconds).description.isEmpty)
    }

    @Test func `the earlier timestamp is the lesser one`() {
        #expect(Timestamp(secondsSince1970: 1) < Timestamp(secondsSince1970: 2))
        #expect(!(Timestamp(secondsSince1970: 2) < Timestamp(secondsSince1970: 2)))
    }

    @Test func `the current time is after the beginning of 2025`() throws {
        #expect(Timestamp.now() > (try #require(Timestamp("2025-01-01"))))
    }
}
