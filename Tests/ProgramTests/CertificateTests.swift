// SPDX-License-Identifier: Apache-2.0

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

    @Test func `is read again on SIGHUP`() throws {
        let program = try RunningProgram(on: try ProgramFolder(), options)
        try files.renew(hosts: ["localhost"])
        program.send(SIGHUP)
        #expect(program.log.wait(for: "tls.reloaded") != nil)
        #expect(try program.stop().status == 0)
    }

    @Test func `stays what it was where its files do not fit`() throws {
        let program = try RunningProgram(on: try ProgramFolder(), options)
        try files.renew(writesKey: false)
        program.send(SIGHUP)
        let told = try #require(program.log.wait(for: "tls.not-reloaded"))
        #expect(told["level"] == "warning")
        let words = "the key \(files.key) does not belong to the certificate \(files.certificate)."
        #expect(told["reason"]?.stringValue?.hasPrefix(words) == true)
        #expect(try program.stop().status == 0)
    }

    @Test func `has to name the domain that is served, or there is no start`() throws {
        try files.renew(hosts: ["a.test"])
        let program = try RunningProgram(spawnedOn: try ProgramFolder(), options)
        #expect(try program.waitForEnd().status != 0)
        let told = program.log.now.texts.joined()
        #expect(
            told.contains("The server can't start: the domain localhost is configured, and no certificate names it"))
        #expect(told.contains("another --tls-cert and --tls-key"))
    }

    @Test func `has to be valid still`() throws {
        try files.renew(from: -172_800, until: -86_400)
        let program = try RunningProgram(spawnedOn: try ProgramFolder(), options)
        #expect(try program.waitForEnd().status != 0)
        let told = program.log.now.texts.joined()
        #expect(told.contains("The server can't start: the certificate \(files.certificate) expired at "))
        #expect(told.contains("Renew it"))
    }
}
