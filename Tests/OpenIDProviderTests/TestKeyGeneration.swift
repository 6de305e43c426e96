// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import OpenIDProvider
import POSIX

extension KeyRing {
    /// A key ring that takes its RSA keys from a supply, because generating one takes half a second. A ring gets none
    /// twice. Where two rings generate keys in one storage, the second begins at a later one.
    convenience init(
        testing storage: any Storage, master: MasterKey = ProviderFixture.master, generatesEagerly: Bool = false,
        firstKey: Int = 0
    ) {
        let next = Locked(firstKey)
        self.init(master: master, storage: storage, generatesEagerly: generatesEagerly) { kind in
            guard kind == .rsa(bits: 2048) else { return .generate(kind) }
            let number = next.withLock { next in
                defer { next += 1 }
                return next
            }
            return KeySupply.key(number)
        }
    }
}

/// The RSA keys that the tests share.
private enum KeySupply {
    private static let keys = Locked<[PrivateKey]>([])

    /// Returns a key, which is generated when it is asked for first.
    static func key(_ number: Int) -> PrivateKey {
        keys.withLock { keys in
            while keys.count <= number { keys.append(.generate(.rsa(bits: 2048))) }
            return keys[number]
        }
    }
}
