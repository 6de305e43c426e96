// SPDX-License-Identifier: Apache-2.0

package import OpenIDProvider
import WireFormats

/// Finds the master key: in the environment, or in a file of the data folder that only its owner may read.
package enum MasterKeyFile {
    /// Makes the file if there is none and one may be made. One that exists is never written.
    package static func load(_ settings: ServerSettings, mayCreate: Bool) throws(CommandFailure) -> MasterKey {
        if let key = settings.masterKey { return key }
        let file = PrivateFile(path: settings.masterKeyPath)
        if let key = try read(file) { return key }
        guard mayCreate else {
            throw .failed(
                "There is no master key: \(file.path) does not exist.\n"
                    + "  Put the server's own one back, or name it in THUMBTURN_MASTER_KEY. "
                    + "Only thumbturn serve makes one, at its first start.")
        }
        try DataFolder.make(settings.dataDirectory)
        try make(file)
        guard let key = try read(file) else {
            throw .failed("\(file.path) went away while it was made. Try again.")
        }
        return key
    }

    private static func make(_ file: PrivateFile) throws(CommandFailure) {
        let text = Base64URL.encode(MasterKey.generateBytes()) + "\n"
        do {
            // That another process was faster is as good: its key is then everybody's.
            _ = try file.make(Array(text.utf8), suffix: Base64URL.encode(Array(MasterKey.generateBytes().prefix(9))))
        } catch {
            throw problem(error, with: file.path)
        }
    }

    private static func read(_ file: PrivateFile) throws(CommandFailure) -> MasterKey? {
        let contents: [UInt8]?
        do {
            contents = try file.read(upTo: 128)
        } catch {
            throw problem(error, with: file.path)
        }
        guard let contents else { return nil }
        let text = contents.last == UInt8(ascii: "\n") ? contents.dropLast() : contents[...]
        guard let bytes = Base64URL.decode(text), let key = MasterKey(bytes: bytes) else {
            throw .failed(
                "\(file.path) holds no key of 32 bytes in base64url.\n"
                    + "  Put the right one back: a new key does not open what is stored under the old one.")
        }
        return key
    }

    private static func problem(_ failure: PrivateFile.Failure, with path: String) -> CommandFailure {
        switch failure {
        case .isLink:
            .failed(
                "\(path) is a symbolic link, which is not followed.\n  Put the key itself there, or name it in "
                    + "THUMBTURN_MASTER_KEY.")
        case .isNoFile: .failed("\(path) is no file.\n  The master key is to be there: move away what is in its place.")
        case .isReadableByOthers:
            .failed(
                "Others than its owner may use \(path).\n  chmod 600 \(path) – and if somebody may have read the key, "
                    + "rotate what it protects.")
        case .isTooLong: .failed("\(path) is too long for a key.\n  It has one line: 32 bytes in base64url.")
        case .system(let text): .failed("\(path) can't be used: \(text).")
        }
    }
}

extension ServerSettings {
    package var masterKeyPath: String { dataDirectory + "/master.key" }
}
