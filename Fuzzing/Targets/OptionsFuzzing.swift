// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages

extension FuzzTarget {
    /// Accepted options survive a round trip.
    static let options = FuzzTarget(name: "options", accepts: ["creation options", "request options"]) { bytes in
        if let options = try? CreationOptions(jsonBytes: bytes) {
            accepted("creation options")
            let written = options.jsonBytes
            guard let again = try? CreationOptions(jsonBytes: written) else {
                fatalError("written options are accepted")
            }
            require(again.jsonBytes == written, "options are written the same every time")
            require(
                again.challenge == options.challenge && again.user == options.user,
                "options keep their challenge and user")
            require(again.excludedCredentials == options.excludedCredentials, "options keep their credentials")
        }
        if let options = try? RequestOptions(jsonBytes: bytes) {
            accepted("request options")
            let written = options.jsonBytes
            guard let again = try? RequestOptions(jsonBytes: written) else {
                fatalError("written options are accepted")
            }
            require(again.jsonBytes == written, "options are written the same every time")
            require(again.challenge == options.challenge, "options keep their challenge and user")
            require(again.allowedCredentials == options.allowedCredentials, "options keep their credentials")
        }
    }
}
