// SPDX-License-Identifier: Apache-2.0

import OpenIDProvider
import POSIX

/// The files of the data folder: who may read and write them, and the master key.
struct FolderExamination {
    private(set) var findings: [Finding] = []
    /// `nil` if it is missing or not usable.
    private(set) var masterKey: MasterKey?

    private let settings: ServerSettings

    init(_ settings: ServerSettings, environment: Doctor.Environment) {
        self.settings = settings
        examineModes()
        examineMasterKey()
        examineSpace(environment)
    }

    private mutating func examineModes() {
        let folder = settings.dataDirectory
        guard let owner = FileStatus(folder) else { return }
        if owner.mode & 0o022 != 0, owner.mode & 0o1000 == 0 {
            findings.append(Finding(.folderWritable, at: folder, with: ["file": folder]))
        }
        let files = settings.database.files
        for file in files + settings.transportSecurity.map(\.key) {
            let isData = files.contains(file)
            // Links to certificates are common. What a link in the folder leads to is not the server's.
            guard let status = FileStatus(file, followsLinks: !isData), !status.isLink else { continue }
            // A group that certificates are shared with is common; one that may read all users is not.
            let others: mode_t = isData ? 0o077 : 0o007
            if status.mode & others != 0 { findings.append(Finding(.fileReadable, at: file, with: ["file": file])) }
        }
        for file in files + [settings.masterKeyPath] {
            guard let status = FileStatus(file, followsLinks: false), status.owner != owner.owner else { continue }
            findings.append(
                Finding(
                    .fileOwner, at: file,
                    with: ["file": file, "owner": status.ownerName, "expected": owner.ownerName]))
        }
    }

    private mutating func examineMasterKey() {
        if let key = settings.masterKey {
            masterKey = key
            return
        }
        let path = settings.masterKeyPath
        let values = ["file": path, "data": settings.dataDirectory]
        do throws(PrivateFile.Failure) {
            // Without a database there may be no key yet.
            guard try PrivateFile(path: path).read(upTo: 128) != nil else {
                if settings.database.exists {
                    findings.append(Finding(.masterKeyMissing, at: path, with: values))
                }
                return
            }
        } catch {
            let kind: FindingKind =
                switch error {
                case .isReadableByOthers: .masterKeyReadable
                case .isLink, .isNotFile: .masterKeyLink
                case .isTooLong, .system: .masterKeyMalformed
                }
            var detail: String?
            if case .system(let reason) = error { detail = "\(path) can't be read: \(reason)." }
            findings.append(Finding(kind, at: path, because: detail, with: values))
            return
        }
        masterKey = try? MasterKeyFile.load(settings, mayCreate: false)
        if masterKey == nil { findings.append(Finding(.masterKeyMalformed, at: path, with: values)) }
    }

    private mutating func examineSpace(_ environment: Doctor.Environment) {
        let database = settings.database
        guard let folder = database.folder, let free = environment.freeBytes(folder),
            let file = database.files.first.flatMap({ FileStatus($0) })
        else { return }
        // A backup is as large as the database, and the write-ahead log needs some more.
        let needed = file.size + 256 << 20
        guard free < needed else { return }
        findings.append(
            Finding(
                .diskLow, at: folder, with: ["file": folder, "free": "\(free >> 20)", "needed": "\(needed >> 20)"]))
    }
}

/// The status of a file, as the system reports it.
private struct FileStatus {
    let mode: mode_t
    let owner: uid_t
    let size: Int

    var isLink: Bool { mode & S_IFMT == S_IFLNK }

    init?(_ path: String, followsLinks: Bool = true) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        mode = status.st_mode
        owner = status.st_uid
        size = Int(status.st_size)
    }

    var ownerName: String {
        guard let user = getpwuid(owner), let name = user.pointee.pw_name else { return "\(owner)" }
        return String(cString: name)
    }
}

/// The space of a file system.
enum FileSystemSpace {
    /// The bytes that are free for users other than root; `nil` if unknown.
    static func free(at folder: String) -> Int? {
        var space = statvfs()
        guard statvfs(folder, &space) == 0 else { return nil }
        return Int(clamping: UInt64(space.f_bavail) * UInt64(space.f_frsize))
    }
}
