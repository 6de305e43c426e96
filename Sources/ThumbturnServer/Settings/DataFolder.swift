// SPDX-License-Identifier: Apache-2.0

import POSIX

/// The folder that holds the master key, the lock, and the database unless that is elsewhere.
enum DataFolder {
    /// Makes it for its owner alone, if it is not there.
    static func make(_ path: String) throws(CommandFailure) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .failed("The folder \(path) can't be made: \(PrivateFile.systemText()).")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .failed("\(path) is no folder. Name another one with --data.")
        }
        // Who may write a folder can put another file in the place of the key, unless the sticky bit forbids it.
        guard status.st_mode & 0o002 == 0 || status.st_mode & 0o1000 != 0 else {
            throw .failed("Everybody may write to the folder \(path): chmod o-w \(path)")
        }
    }
}
