// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import POSIX
import ServerHarness
import Testing
import WireFormats

@Suite struct CertificateTests {
    private let files: CertificatePair

    init() throws {
        files = try CertificatePair()
        try files.renew(hosts: ["localhost"])
    }

    private var options: [String] {
        ["--url", "https://localhost:8443", "--tls-cert", files.certificate, "--tls-key", files.key]
    }

    @Test func `a server reloads its certificate on SIGHUP`() throws {
        let program = try RunningProgram(on: try ProgramFolder(), options)
        try files.renew(hosts: ["localhost"])
        program.send(SIGHUP)
        #expect(program.log.wait(for: "tls.reloaded") != nil)
        #expect(try program.stop().status == 0)
    }

    @Test func `a server keeps its certificate when the new key does not match it`() throws {
        let program = try RunningProgram(on: try ProgramFolder(), options)
        try files.renew(writesKey: false)
        program.send(SIGHUP)
        let warning = try #require(program.log.wait(for: "tls.not-reloaded"))
        #expect(warning["level"] == "warning")
        let words = "the key \(files.key) does not belong to the certificate \(files.certificate)."
        #expect(warning["reason"]?.stringValue?.hasPrefix(words) == true)
        #expect(try program.stop().status == 0)
    }

    @Test func `a server whose certificate names another domain does not start`() throws {
        try files.renew(hosts: ["a.test"])
        let program = try RunningProgram(spawnedOn: try ProgramFolder(), options)
        #expect(try program.waitForExit().status != 0)
        let message = program.log.now.texts.joined()
        #expect(
            message.contains("The server can't start: no certificate names the configured domain localhost"))
        #expect(message.contains("another --tls-cert and --tls-key"))
    }

    @Test func `a server whose certificate has expired does not start`() throws {
        try files.renew(from: -172_800, until: -86_400)
        let program = try RunningProgram(spawnedOn: try ProgramFolder(), options)
        #expect(try program.waitForExit().status != 0)
        let message = program.log.now.texts.joined()
        #expect(message.contains("The server can't start: the certificate \(files.certificate) expired at "))
        #expect(message.contains("Renew it"))
    }
}
