// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SignIn
import WireFormats

extension FuzzTarget {
    /// What is sealed elsewhere never opens; whatever is sealed with our key is read without harm, and sealed again it is
    /// the same.
    static let ceremonySeal = FuzzTarget(name: "ceremony-seal", accepts: ["a ceremony"]) { bytes in
        guard let key = AEADKey(bytes: [UInt8](repeating: 7, count: 32)) else { fatalError("32 bytes make a key") }
        let seal = CeremonySeal(key: key)
        require((try? seal.open(String(decoding: bytes, as: UTF8.self))) == nil, "nobody makes a seal without the key")
        let sealed = Base64URL.encode(key.sealApart(bytes, authenticating: Array("thumbturn ceremony 1".utf8)))
        guard let ceremony = try? seal.open(sealed) else { return }
        accepted("a ceremony")
        require((try? seal.open(seal.seal(ceremony))) == ceremony, "what is sealed again is the same")
        require((try? seal.open(sealed.dropLast() + "")) == nil, "what is cut short is none")
    }
}
