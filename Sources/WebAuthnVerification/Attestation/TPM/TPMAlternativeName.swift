// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// The alternative name of a TPM's certificate: its maker, model and version (TPMv2 EK profile, §3.2.9).
package struct TPMAlternativeName: Hashable, Sendable {
    package static let oid = "2.5.29.17"

    package let manufacturer: String
    package let model: String
    package let version: String

    /// Reads the extension; `nil` unless one directory name carries all three. Some makers spread them over several
    /// sets, others put all into one: both are read.
    package init?(_ value: [UInt8]) {
        guard let alternativeName = try? SubjectAlternativeName(extensionValue: value) else { return nil }
        for name in alternativeName.directoryNames {
            if let manufacturer = name.values(for: "2.23.133.2.1").first, !manufacturer.isEmpty,
                let model = name.values(for: "2.23.133.2.2").first, !model.isEmpty,
                let version = name.values(for: "2.23.133.2.3").first, !version.isEmpty
            {
                self.manufacturer = manufacturer
                self.model = model
                self.version = version
                return
            }
        }
        return nil
    }
}
