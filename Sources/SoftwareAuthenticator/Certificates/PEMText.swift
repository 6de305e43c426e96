// SPDX-License-Identifier: Apache-2.0

/// Bytes between BEGIN and END lines.
enum PEMText {
    static func block(_ label: String, contents der: [UInt8]) -> String {
        var lines = ["-----BEGIN \(label)-----"]
        var rest = Substring(Base64Text.standard(der))
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return (lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
    }
}
