// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import TestConsole
import Testing
import ThumbturnServer

/// The use cases of operators, which commands carry out.
struct AdministrationCommandTests {
    /// The use cases that no command carries out, each with the reason.
    private static let withoutCommand: [String: String] = [:]

    @Test func `each use case of administration has a command, or a reason why not`() throws {
        let useCases = try Self.files(in: "Administration").flatMap(Self.useCases)
        #expect(Set(useCases).count == useCases.count && useCases.count > 20)
        let program = try Self.files(in: "ThumbturnServer").joined()
        let missing = useCases.filter { !program.contains("\($0)(server:") }
        #expect(Set(missing) == Set(Self.withoutCommand.keys))
    }

    @Test func `audit events name commands that exist`() throws {
        let program = try Self.files(in: "ThumbturnServer").joined(separator: "\n")
        let named = program.matches(of: /\.command\("([a-z -]+)"\)/).map { String($0.output.1) }
        #expect(!named.isEmpty)
        #expect(named.filter { !CommandLineInterface.thumbturn.names.contains($0) }.isEmpty)
    }

    /// Returns the types of a file that are called like functions.
    private static func useCases(in text: String) -> [String] {
        let types = text.split(separator: "\npackage struct ").dropFirst()
        return types.filter { $0.contains("package func callAsFunction(") }
            .map { String($0.prefix { $0.isLetter }) }
    }

    /// Returns the texts of a module's files.
    private static func files(in module: String) throws -> [String] {
        let folder = Checkout.root.appending(path: "Sources/\(module)").path
        let paths = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
        return try paths.filter { $0.hasSuffix(".swift") }.map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }
    }
}
