// SPDX-License-Identifier: Apache-2.0

import WebAuthnVerification
import WireFormats

/// Whether the input contains the bytes contiguously.
func isPart(_ part: [UInt8], of whole: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    var start = whole.firstIndex(of: first)
    while let found = start, whole.count - found >= part.count {
        if whole[found...].starts(with: part) { return true }
        start = whole[(found + 1)...].firstIndex(of: first)
    }
    return false
}

/// Requires a valid code and an explanation of readable length that is safe to show.
func requireExplained(code: String, explanation: String) {
    requireCode(code)
    require(!explanation.isEmpty && explanation.utf8.count <= 1000, "an explanation is a sentence or two")
    require(TerminalText.safe(explanation, limit: .max) == explanation, "an explanation is safe to show")
}

func requireExplained(_ rejection: RegistrationRejection) {
    requireExplained(code: rejection.code, explanation: rejection.explanation)
}

func requireExplained(_ rejection: AuthenticationRejection) {
    requireExplained(code: rejection.code, explanation: rejection.explanation)
}

func requireCode(_ code: String) {
    let isWord = { (byte: UInt8) in
        Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
    }
    let dividers = Array(".-".utf8)
    require(
        !code.isEmpty && code.utf8.allSatisfy { $0 < 0x80 && (isWord($0) || dividers.contains($0)) },
        "a code is letters, digits, dots and dashes")
}
