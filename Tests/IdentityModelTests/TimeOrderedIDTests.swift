// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import Testing
import WireFormats

struct TimeOrderedIDTests {
    @Test func `an id begins with the second and its fraction`() {
        let id = TimeOrderedID.bytes(at: Timestamp(secondsSince1970: 0x0102_0304), fraction: 0x0506)
        #expect(id.count == 16)
        #expect(Array(id.prefix(6)) == [1, 2, 3, 4, 5, 6])
    }

    @Test func `ids are ordered by second, then by fraction`() {
        let moments: [(second: Int64, fraction: UInt16)] = [
            (1, 0), (1, 1), (1, 255), (1, 256), (1, 65_535), (2, 0), (255, 9), (256, 0),
        ]
        let ids = moments.map { moment in
            TimeOrderedID.bytes(at: Timestamp(secondsSince1970: moment.second), fraction: moment.fraction).hexadecimal
        }
        #expect(ids == ids.sorted())
    }

    @Test func `ids of the same moment differ`() {
        let ids = (0..<1000).map { _ in TimeOrderedID.bytes(at: Timestamp(secondsSince1970: 1), fraction: 1) }
        #expect(Set(ids).count == 1000)
    }
}
