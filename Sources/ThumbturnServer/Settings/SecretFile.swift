// SPDX-License-Identifier: Apache-2.0

import Configuration

/// A file with a secret in its first line.
enum SecretFile {
    static func read(_ path: String) throws(ValueRejection) -> String {
        let rejection = ValueRejection(
            "can't be read, or is empty", remedy: "Write the secret into the file, in one line.")
        guard let bytes = try? PrivateFile(path: path).read(upTo: 4096),
            let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first
        else { throw rejection }
        return String(line)
    }
}
