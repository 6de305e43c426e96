// SPDX-License-Identifier: Apache-2.0

package import CommandLine
package import OpenIDProvider
import POSIX
import WireFormats

/// The file in the data folder that holds the master key, unless the environment does.
package enum MasterKeyFile {
    /// Loads the master key. Creates the file if there is none and `mayCreate` is set; never overwrites an existing
    /// one.
    package static func load(_ settings: ServerSettings, mayCreate: Bool) throws(CommandFailure) -> MasterKey {
        if let key = settings.masterKey { return key }
        let file = PrivateFile(path: settings.masterKeyPath)
        if let key = try read(file) { return key }
        guard mayCreate else {
            throw .failed(
                "There is no master key: \(file.path) does not exist.\n"
                    + "  Put the server's master key back, or set THUMBTURN_MASTER_KEY. "
                    + "Only thumbturn serve creates one, at its first start.")
        }
        try DataFolder.create(settings.dataDirectory)
        try create(file)
        guard let key = try read(file) else {
            throw .failed("\(file.path) disappeared while it was created. Try again.")
        }
        return key
    }

    private static func create(_ file: PrivateFile) throws(CommandFailure) {
        let text = Base64URL.encode(MasterKey.generateBytes()) + "\n"
        do {
            // If another process was faster, its key is used.
            _ = try file.create(Array(text.utf8), suffix: Base64URL.encode(Array(MasterKey.generateBytes().prefix(9))))
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
                "\(file.path) does not hold a key of 32 bytes in base64url.\n"
                    + "  Put the right key back: a new key can't open what is stored under the old one.")
        }
        return key
    }

    /// A new key, in a file beside the present one until it takes its place.
    struct Successor {
        private let settings: ServerSettings
        private var draft: String { settings.masterKeyPath + ".new" }

        init(_ settings: ServerSettings) {
            self.settings = settings
        }

        /// Makes the key. An earlier one, whose replacement was interrupted, is dropped.
        func make() throws(CommandFailure) -> MasterKey {
            unlink(draft)
            let file = PrivateFile(path: draft)
            try MasterKeyFile.create(file)
            guard let key = try MasterKeyFile.read(file) else { throw .failed("\(draft) disappeared. Try again.") }
            return key
        }

        /// Removes a key that took no place.
        func abandon() {
            unlink(draft)
        }

        /// Gives the new key the name of the former one.
        func finish() throws(CommandFailure) {
            guard rename(draft, settings.masterKeyPath) == 0 else {
                throw .failed(
                    "\(settings.masterKeyPath) can't be replaced: \(PrivateFile.systemText()).\n  Run the command again once it can."
                )
            }
            do {
                try PrivateFile.sync(folder: FileAccess.parent(of: settings.masterKeyPath))
            } catch {
                throw MasterKeyFile.problem(error, with: settings.masterKeyPath)
            }
        }
    }

    private static func problem(_ failure: PrivateFile.Failure, with path: String) -> CommandFailure {
        switch failure {
        case .isLink:
            .failed(
                "\(path) is a symbolic link, which is not followed.\n  Put the key file itself there, or set "
                    + "THUMBTURN_MASTER_KEY.")
        case .isNotFile: .failed("\(path) is not a file.\n  Move it away: the master key belongs there.")
        case .isReadableByOthers:
            .failed(
                "Other users can access \(path).\n  Run chmod 600 \(path). If someone may have read the key, rotate the "
                    + "signing keys.")
        case .isTooLong: .failed("\(path) is too long for a key.\n  It must be one line: 32 bytes in base64url.")
        case .system(let text): .failed("\(path) can't be used: \(text).")
        }
    }
}

extension ServerSettings {
    package var masterKeyPath: String { dataDirectory + "/master.key" }
}
