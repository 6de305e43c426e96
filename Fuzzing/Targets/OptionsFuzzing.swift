// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages

extension FuzzTarget {
    /// What a client reads of options, written again, is read the same.
    static let options = FuzzTarget(name: "options", accepts: ["creation options", "request options"]) { bytes in
        if let options = try? CreationOptions(jsonBytes: bytes) {
            accepted("creation options")
            let written = options.jsonBytes
            guard let again = try? CreationOptions(jsonBytes: written) else { fatalError("they are read again") }
            require(again.jsonBytes == written, "options are written the same again")
            require(again.challenge == options.challenge && again.user == options.user, "options keep their subject")
            require(again.excludedCredentials == options.excludedCredentials, "options keep their credentials")
        }
        if let options = try? RequestOptions(jsonBytes: bytes) {
            accepted("request options")
            let written = options.jsonBytes
            guard let again = try? RequestOptions(jsonBytes: written) else { fatalError("they are read again") }
            require(again.jsonBytes == written, "options are written the same again")
            require(again.challenge == options.challenge, "options keep their subject")
            require(again.allowedCredentials == options.allowedCredentials, "options keep their credentials")
        }
    }
}
