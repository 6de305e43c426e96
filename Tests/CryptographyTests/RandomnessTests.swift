// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct RandomnessTests {
    @Test(arguments: [0, 1, 32, 4096])
    func `the requested number of bytes is returned`(count: Int) {
        #expect(Randomness.bytes(count).count == count)
    }

    @Test func `the bytes are different each time`() {
        #expect(Set((0..<1000).map { _ in Randomness.bytes(16) }).count == 1000)
    }
}
