// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import OpenIDProvider
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

@Suite struct MasterKeyFileTests {
    private func settings(_ folder: String, environment: [String: String] = [:]) throws -> ServerSettings {
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

    @Test func `the first start creates the key for its owner only, and the next one finds it`() async throws {
        try await withTemporaryFolder { folder in
            let made = try MasterKeyFile.load(settings(folder), mayCreate: true)
            #expect(try MasterKeyFile.load(settings(folder), mayCreate: true) == made)
            #expect(try mode(of: folder + "/data/master.key") == 0o600)
            #expect(try mode(of: folder + "/data") == 0o700)
            let text = try String(contentsOfFile: folder + "/data/master.key", encoding: .utf8)
            #expect(text.hasSuffix("\n"))
            #expect(Base64URL.decode(String(text.dropLast())).flatMap(MasterKey.init(bytes:)) == made)
        }
    }

    @Test func `concurrent starts agree on one key and leave no other files`() async throws {
        try await withTemporaryFolder { folder in
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

    @Test func `a key in the environment wins, and no file is created`() async throws {
        try await withTemporaryFolder { folder in
            let given = try settings(folder, environment: ["THUMBTURN_MASTER_KEY": Self.text])
            #expect(try MasterKeyFile.load(given, mayCreate: true) == MasterKey(bytes: Array(1...32)))
            #expect(!FileManager.default.fileExists(atPath: folder + "/data"))
        }
    }

    @Test func `a command that may not create a key creates nothing`() async throws {
        try await withTemporaryFolder { folder in
            let text = try problem(folder)
            #expect(text.contains("There is no master key"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/data"))
        }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o610, 0o602])
    func `a key that other users can access is rejected with a remedy`(mode: Int) async throws {
        try await withTemporaryFolder { folder in
            let path = try put(Self.text, in: folder, mode: mode)
            #expect(try problem(folder, mayCreate: true).contains("chmod 600 \(path)"))
        }
    }

    @Test func `a symbolic link is not followed`() async throws {
        try await withTemporaryFolder { folder in
            let path = try put(Self.text, in: folder)
            try FileManager.default.moveItem(atPath: path, toPath: folder + "/elsewhere")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/elsewhere")
            #expect(try problem(folder, mayCreate: true).contains("symbolic link"))
        }
    }

    @Test func `a dangling symbolic link is not followed`() async throws {
        try await withTemporaryFolder { folder in
            let path = try put(Self.text, in: folder)
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/elsewhere")
            #expect(try problem(folder, mayCreate: true).contains("symbolic link"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/elsewhere"))
        }
    }

    @Test func `a folder in place of the key is rejected`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/data/master.key"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            #expect(try problem(folder, mayCreate: true).contains("is not a file"))
        }
    }

    @Test(arguments: [
        "", "\n", Base64URL.encode(Array(1...31)), Base64URL.encode(Array(1...33)), text + "\n\n", text + "=",
    ])
    func `a malformed key is rejected and stays unchanged`(_ text: String) async throws {
        try await withTemporaryFolder { folder in
            let path = try put(text, in: folder)
            #expect(try problem(folder, mayCreate: true).contains("does not hold a key of 32 bytes"))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
    }

    @Test func `a key that is too long is rejected`() async throws {
        try await withTemporaryFolder { folder in
            _ = try put(String(repeating: "A", count: 129), in: folder)
            #expect(try problem(folder).contains("too long"))
        }
    }

    @Test func `a key without a newline is valid`() async throws {
        try await withTemporaryFolder { folder in
            _ = try put(Self.text, in: folder)
            #expect(try MasterKeyFile.load(settings(folder), mayCreate: false) == MasterKey(bytes: Array(1...32)))
        }
    }

    @Test func `an error never shows the key`() async throws {
        try await withTemporaryFolder { folder in
            _ = try put("c2VjcmV0" + Self.text, in: folder)
            #expect(try problem(folder).contains("c2VjcmV0") == false)
        }
    }

    @Test func `a folder that all users can write is rejected`() async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
            try setMode(0o777, of: folder + "/data")
            #expect(try problem(folder, mayCreate: true).contains("chmod o-w"))
        }
    }
}
