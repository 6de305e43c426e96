// SPDX-License-Identifier: Apache-2.0

import Cryptography

func sha256(_ text: String) -> [UInt8] {
    DigestAlgorithm.sha256.hash([UInt8](text.utf8))
}

func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
