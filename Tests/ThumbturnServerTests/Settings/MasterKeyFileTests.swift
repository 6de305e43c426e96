// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenIDProvider
import Testing
import ThumbturnServer
import WireFormats

@Suite struct MasterKeyFileTests {
    private func settings(_ folder: String, _ environment: [String: String] = [:]) throws -> ServerSettings {
        try ServerSettings.read(["--data", folder + "/data"], environment: environment)
    }

    private func problem(_ folder: String, mayCreate: Bool = false) throws -> String {
        do {
            _ = try MasterKeyFile.load(settings(folder), mayCreate: mayCreate)
            return ""
        } catch let error as CommandFailure {
            #expect(error.status == .failure)
            return error.message
        }
    }

    private func put(_ text: String, in folder: String, mode: Int = 0o600) throws -> String {
        let path = folder + "/data/master.key"
        try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try setMode(mode, of: path)
        return path
    }

    static let text = Base64URL.encode(Array(1...32))

    @Test func `the first start makes it, for its owner alone, and the next one finds it`() async throws {
        try await withFolder { folder in
            let made = try MasterKeyFile.load(settings(folder), mayCreate: true)
            #expect(try MasterKeyFile.load(settings(folder), mayCreate: true) == made)
            #expect(try mode(of: folder + "/data/master.key") == 0o600)
            #expect(try mode(of: folder + "/data") == 0o700)
            let text = try String(contentsOfFile: folder + "/data/master.key", encoding: .utf8)
            #expect(text.hasSuffix("\n"))
            #expect(Base64URL.decode(String(text.dropLast())).flatMap(MasterKey.init(bytes:)) == made)
        }
    }

    @Test func `those that make it at once agree on one, and leave nothing else behind`() async throws {
        try await withFolder { folder in
            let keys = try await withThrowingTaskGroup(of: MasterKey.self) { group in
                for _ in 0..<32 {
                    group.addTask { try MasterKeyFile.load(settings(folder), mayCreate: true) }
                }
                return try await group.reduce(into: Set<MasterKey>()) { $0.insert($1) }
            }
            #expect(keys.count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/data") == ["master.key"])
        }
    }

    @Test func `the environment's wins, and then there is no file`() async throws {
        try await withFolder { folder in
            let given = try settings(folder, ["THUMBTURN_MASTER_KEY": Self.text])
            #expect(try MasterKeyFile.load(given, mayCreate: true) == MasterKey(bytes: Array(1...32)))
            #expect(!FileManager.default.fileExists(atPath: folder + "/data"))
        }
    }

    @Test func `where none may be made, nothing is`() async throws {
        try await withFolder { folder in
            let text = try problem(folder)
            #expect(text.contains("There is no master key"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/data"))
        }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o610, 0o602])
    func `one that others may use is refused, with what to do`(mode: Int) async throws {
        try await withFolder { folder in
            let path = try put(Self.text, in: folder, mode: mode)
            #expect(try problem(folder, mayCreate: true).contains("chmod 600 \(path)"))
        }
    }

    @Test func `a symbolic link is not followed`() async throws {
        try await withFolder { folder in
            let path = try put(Self.text, in: folder)
            try FileManager.default.moveItem(atPath: path, toPath: folder + "/elsewhere")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/elsewhere")
            #expect(try problem(folder, mayCreate: true).contains("symbolic link"))
        }
    }

    @Test func `a link that leads nowhere is not made anything of`() async throws {
        try await withFolder { folder in
            let path = try put(Self.text, in: folder)
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/elsewhere")
            #expect(try problem(folder, mayCreate: true).contains("symbolic link"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/elsewhere"))
        }
    }

    @Test func `a folder in its place is refused`() async throws {
        try await withFolder { folder in
            let path = folder + "/data/master.key"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            #expect(try problem(folder, mayCreate: true).contains("is no file"))
        }
    }

    @Test(arguments: [
        "", "\n", Base64URL.encode(Array(1...31)), Base64URL.encode(Array(1...33)), text + "\n\n", text + "=",
    ])
    func `what is no key is refused, and stays as it is`(_ text: String) async throws {
        try await withFolder { folder in
            let path = try put(text, in: folder)
            #expect(try problem(folder, mayCreate: true).contains("no key of 32 bytes"))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
    }

    @Test func `what is much too long is not read to its end`() async throws {
        try await withFolder { folder in
            _ = try put(String(repeating: "A", count: 129), in: folder)
            #expect(try problem(folder).contains("too long"))
        }
    }

    @Test func `a key without a line's end is one`() async throws {
        try await withFolder { folder in
            _ = try put(Self.text, in: folder)
            #expect(try MasterKeyFile.load(settings(folder), mayCreate: false) == MasterKey(bytes: Array(1...32)))
        }
    }

    @Test func `no problem shows the key`() async throws {
        try await withFolder { folder in
            _ = try put("c2VjcmV0" + Self.text, in: folder)
            #expect(try problem(folder).contains("c2VjcmV0") == false)
        }
    }

    @Test func `a folder that everybody may write is no place for it`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
            try setMode(0o777, of: folder + "/data")
            #expect(try problem(folder, mayCreate: true).contains("chmod o-w"))
        }
    }
}
