// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn

extension FuzzTarget {
    /// The keys of Auth0's Touch ID library, in the form of PKCS #1.
    static let deviceKey = FuzzTarget(name: "device-key", accepts: ["a key", "a weak key"]) { bytes in
        let user = UserID(rawValue: "auth0|1")
        let key = try? DevicePublicKey(pkcs1: bytes, minimumBits: 2048)
        guard let weak = try? DevicePublicKey(pkcs1: bytes, minimumBits: 1024) else {
            require(key == nil, "what is no weak key is no key")
            return
        }
        accepted(key == nil ? "a weak key" : "a key")
        require(bytes.starts(with: [0x30]) && bytes.suffix(3) == [1, 0, 1], "a key is two numbers, the second 65537")
        require(key == nil || key?.id(of: user) == weak.id(of: user), "one key has one ID")
        require(weak.id(of: user) != weak.id(of: UserID(rawValue: "auth0|2")), "a key of each user has its ID")
        require((try? DevicePublicKey(pkcs1: bytes + [0], minimumBits: 1024)) == nil, "nothing follows a key")
    }
}
