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
    /// In bytes. No mail of the server is longer.
    private static let sizeLimit = 1 << 20

    private let path: String

    package init(path: String) {
        self.path = path
    }

    /// Writes a mail. A mail that is sent twice is one file.
    package func write(_ message: MailMessage, named id: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw MailFolderError(description: "The folder \(path) can't be created: \(PrivateFile.systemText()).")
        }
        let summary: JSONObject = [
            "id": .string(id), "to": .string(message.to.text), "subject": .string(message.subject),
            "text": .string(message.body.text), "sent_at": .string(message.date.description),
        ]
        try replace("\(id).eml", with: message.bytes)
        try replace("\(id).json", with: JSONValue.object(summary).serialized())
        for old in try ids().dropLast(Self.limit) {
            for suffix in ["eml", "json"] { unlink("\(path)/\(old).\(suffix)") }
        }
    }

    /// The mails that are kept, the newest first.
    package func mails() -> [KeptMail] {
        ((try? ids()) ?? []).reversed().compactMap { id in
            guard let bytes = try? PrivateFile(path: "\(path)/\(id).json").read(upTo: Self.sizeLimit),
                let json = (try? JSONReader.read(bytes))?.objectValue,
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
        do throws(PrivateFile.Failure) {
            try PrivateFile(path: "\(path)/\(name)").replace(bytes, suffix: "\(getpid())")
        } catch {
            throw MailFolderError(description: "\(path)/\(name) can't be written: \(error).")
        }
    }
}

/// Why a mail was not written.
struct MailFolderError: Error, CustomStringConvertible {
    let description: String
}
