// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SignIn
import WireFormats

extension FuzzTarget {
    /// Data that was not sealed with the key never opens. Sealed contents survive a round trip.
    static let ceremonySeal = FuzzTarget(name: "ceremony-seal", accepts: ["a ceremony"]) { bytes in
        guard let key = AEADKey(bytes: [UInt8](repeating: 7, count: 32)) else { fatalError("32 bytes make a key") }
        let seal = CeremonySeal(key: key)
        require((try? seal.open(String(decoding: bytes, as: UTF8.self))) == nil, "a seal requires the key")
        let sealed = Base64URL.encode(key.sealApart(bytes, authenticating: Array("thumbturn ceremony 2".utf8)))
        guard let ceremony = try? seal.open(sealed) else { return }
        accepted("a ceremony")
        require((try? seal.open(seal.seal(ceremony))) == ceremony, "sealed ceremonies survive a round trip")
        require((try? seal.open(sealed.dropLast() + "")) == nil, "a truncated seal is rejected")
    }
}
