// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing
import WireFormats

/// The bytes of hexadecimal digits, blanks and line ends left out.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

func certificate(_ pem: String) throws -> Certificate {
    try Certificate(der: derBlock(pem, label: "CERTIFICATE"))
}

func revocationList(_ pem: String) throws -> RevocationList {
    try RevocationList(der: derBlock(pem, label: "X509 CRL"))
}

func derBlock(_ pem: String, label: String) throws -> [UInt8] {
    try #require(PEM.blocks(in: pem, label: label)?.first)
}
