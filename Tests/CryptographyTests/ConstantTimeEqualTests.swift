// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct ConstantTimeEqualTests {
    @Test func `the same bytes are equal`() {
        #expect(constantTimeEqual([1, 2, 3], to: [1, 2, 3]))
    }

    @Test func `nothing equals nothing`() {
        #expect(constantTimeEqual([], to: []))
    }

    @Test(arguments: [[0, 2, 3], [1, 2, 0], [1, 2], [1, 2, 3, 4], []] as [[UInt8]])
    func `other bytes are not equal`(other: [UInt8]) {
        #expect(!constantTimeEqual([1, 2, 3], to: other))
    }
}
