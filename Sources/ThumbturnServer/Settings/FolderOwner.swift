// SPDX-License-Identifier: Apache-2.0

import CommandLine
import POSIX

/// The user to whom the server's data belongs.
enum FolderOwner {
    /// As root, becomes the owner of the data folder for good.
    ///
    /// An attacker who has taken over the server can put links in the place of its files. Root would follow them to the
    /// files of others: read them, or change their modes. The owner can't.
    static func become(for settings: ServerSettings) throws(CommandFailure) {
        guard geteuid() == 0 else { return }
        for folder in [settings.dataDirectory, settings.database.folder].compactMap(\.self) {
            var status = stat()
            guard stat(folder, &status) == 0, status.st_uid != 0 else { continue }
            let user = User(id: status.st_uid, groupOfFolder: status.st_gid)
            guard user.takeGroups(), setgid(user.group) == 0, setuid(user.id) == 0 else {
                throw .failed(
                    "\(folder) belongs to \(user.name), and the command can't become this user: \(PrivateFile.systemText()).\n"
                        + "  Run it as \(user.name).")
            }
            Files.setHint(
                "  The command runs as \(user.name), to whom \(folder) belongs: name a file that this user may use.")
            return
        }
    }

    private struct User {
        let id: uid_t
        let group: gid_t
        /// `nil` for a number without an entry.
        private let account: String?

        init(id: uid_t, groupOfFolder: gid_t) {
            self.id = id
            let entry = getpwuid(id)
            group = entry?.pointee.pw_gid ?? groupOfFolder
            account = entry.flatMap { $0.pointee.pw_name.map { String(cString: $0) } }
        }

        var name: String { account ?? "\(id)" }

        /// Exchanges root's groups for those of the user.
        func takeGroups() -> Bool {
            guard let account else { return withUnsafePointer(to: group) { setgroups(1, $0) == 0 } }
            return initgroups(account, .init(group)) == 0
        }
    }
}
