// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPEndpoints
import Outbox
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// The folder of `--mail file:DIR`.
struct MailFolderTests {
    private static let id = String(repeating: "0a", count: 16)

    private let parent: TemporaryFolder
    private let path: String
    private let folder: MailFolder

    init() throws {
        parent = try TemporaryFolder()
        path = parent.path + "/mail"
        folder = MailFolder(path: path)
    }

    private func message(_ text: String) throws -> MailMessage {
        try MailMessage(
            id: MessageID(id: Self.id, host: "example.org"), date: Timestamp(secondsSince1970: 0),
            from: Mailbox(name: nil, address: MailAddress("no-reply@example.org")),
            to: MailAddress("ada@example.org"), subject: "Hello", body: .init(text: text, html: text, language: "en"))
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private var files: [String] { [Self.id + ".eml", Self.id + ".json"] }

    @Test func `a mail is two files that only the owner can read, also when it is sent twice`() throws {
        for text in ["first", "second"] { try folder.write(try message(text), named: Self.id) }
        #expect(folder.mails().map(\.text) == ["second"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == files)
        #expect(try mode(path) == 0o700)
        for file in files { #expect(try mode("\(path)/\(file)") == 0o600) }
    }

    @Test func `a mail replaces a link, and what others could read, without writing to it`() throws {
        let manager = FileManager.default
        try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
        let target = parent.path + "/target"
        try Data("theirs".utf8).write(to: URL(filePath: target))
        try manager.createSymbolicLink(atPath: "\(path)/\(files[0])", withDestinationPath: target)
        #expect(
            manager.createFile(
                atPath: "\(path)/\(files[1])", contents: Data(), attributes: [.posixPermissions: 0o644]))
        try folder.write(try message("ours"), named: Self.id)
        #expect(manager.contents(atPath: target) == Data("theirs".utf8))
        for file in files { #expect(try mode("\(path)/\(file)") == 0o600) }
        #expect(folder.mails().map(\.text) == ["ours"])
    }

    @Test func `a folder that can't be created is named`() throws {
        let missing = parent.path + "/missing/mail"
        #expect {
            try MailFolder(path: missing).write(try message("lost"), named: Self.id)
        } throws: {
            "\($0)" == "The folder \(missing) can't be created: No such file or directory."
        }
    }
}
