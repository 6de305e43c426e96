// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// The OpenSSL that the program runs with, which may be newer than the one it was built with.
package enum CryptographyLibrary {
    /// Its name and version, such as `OpenSSL 3.0.19`.
    package static var version: String {
        let text = OpenSSL_version(OPENSSL_VERSION).map { String(cString: $0) } ?? "OpenSSL"
        return text.split(separator: " ").prefix(2).joined(separator: " ")
    }
}
