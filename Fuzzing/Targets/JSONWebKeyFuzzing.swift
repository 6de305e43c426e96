// SPDX-License-Identifier: Apache-2.0

import JOSE
import WireFormats

extension FuzzTarget {
    /// What is read is the key and nothing else: read again, or made of the key itself, it is the same.
    static let jsonWebKey = FuzzTarget(name: "json-web-key", accepts: ["a key"]) { bytes in
        guard let object = (try? JSONReader.read(bytes))?.objectValue, let key = try? JSONWebKey(object) else { return }
        accepted("a key")
        guard let again = try? JSONWebKey(key.members) else { fatalError("the members are a key") }
        require(again == key && again.thumbprint == key.thumbprint, "the members are the key")
        require(JSONWebKey(key.publicKey)?.thumbprint == key.thumbprint, "one key has one thumbprint")
        require(key.thumbprint.count == 32, "a thumbprint is a hash")
    }
}
