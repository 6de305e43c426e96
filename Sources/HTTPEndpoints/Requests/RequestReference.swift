// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// The name of a request: in the log, in audit events and in what its client is told of an error.
enum RequestReference {
    static func make() -> String {
        "req_" + Base64URL.encode(Randomness.bytes(12))
    }
}
