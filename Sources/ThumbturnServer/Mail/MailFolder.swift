// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HTTPEndpoints
package import Outbox
import POSIX
import WireFormats

/// A folder that mail goes to instead of people, for development: each mail as a file that mail programs open, and its
/// text for the page `/mailbox`.
package struct MailFolder: Sendable {
    /// The number of mails that are kept.
    private static let limit = 200

    private let path: String

    package init(path: String) {
        self.path = path
    }

    /// Writes a mail. A mail that is sent twice is one file.
    package func write(_ message: MailMessage, named id: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let summary: JSONObject = [
            "id": .string(id), "to": .string(message.to.text), "subject": .string(message.subject),
            "text": .string(message.body.text), "sent_at": .string(message.date.description),
        ]
        try replace("\(id).eml", with: message.bytes)
        try replace("\(id).json", with: JSONValue.object(summary).serialized())
        for old in try ids().dropLast(Self.limit) {
            for suffix in ["eml", "json"] { try? manager.removeItem(atPath: "\(path)/\(old).\(suffix)") }
        }
    }

    /// The mails that are kept, the newest first.
    package func mails() -> [KeptMail] {
        ((try? ids()) ?? []).reversed().compactMap { id in
            guard let data = FileManager.default.contents(atPath: "\(path)/\(id).json"),
                let json = (try? JSONReader.read([UInt8](data)))?.objectValue,
                let to = json["to"]?.stringValue, let subject = json["subject"]?.stringValue,
                let text = json["text"]?.stringValue, let sentAt = json["sent_at"]?.stringValue
            else { return nil }
            return KeptMail(id: id, to: to, subject: subject, text: text, sentAt: sentAt)
        }
    }

    /// In the order of their times, with which the IDs begin. The folder may have files of others.
    private func ids() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
            .filter { id in id.utf8.count == 32 && id.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) } }
            .sorted()
    }

    private func replace(_ name: String, with bytes: [UInt8]) throws {
        let draft = "\(path)/.\(name).\(getpid())"
        guard
            FileManager.default.createFile(
                atPath: draft, contents: Data(bytes), attributes: [.posixPermissions: 0o600]),
            rename(draft, "\(path)/\(name)") == 0
        else {
            let reason = String(cString: strerror(errno))
            unlink(draft)
            throw MailFolderError(description: "\(path)/\(name) can't be written: \(reason).")
        }
    }
}

/// Why a mail was not written.
struct MailFolderError: Error, CustomStringConvertible {
    let description: String
}
