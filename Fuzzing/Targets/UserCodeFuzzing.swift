// SPDX-License-Identifier: Apache-2.0

import OpenIDProvider
import WireFormats

extension FuzzTarget {
    /// What a user enters for a device. A code has one normalized form, of letters that codes can have.
    static let userCode = FuzzTarget(name: "user-code", accepts: ["a code"]) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        guard let code = UserCode(entered: text) else { return }
        accepted("a code")
        let letters = [UInt8]("BCDFGHJKLMNPQRSTVWXZ".utf8)
        require(code.normalized.utf8.count == 8, "a code has eight letters")
        require(code.normalized.utf8.allSatisfy(letters.contains), "a code has the letters of codes")
        require(UserCode(entered: code.text) == code, "a code is read as it is shown")
        require(UserCode(entered: text.lowercased()) == code, "the case makes no difference")
        let entered = bytes.filter { $0 != 0x20 && $0 != 0x2D && $0 != 0x2E }.map { $0 >= 0x61 ? $0 - 32 : $0 }
        require(entered == [UInt8](code.normalized.utf8), "only separators and the case are changed")
        require(UserCode(entered: code.text + "B") == nil, "one letter more is rejected")
    }
}
