// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import Testing
import WireFormats

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite struct CertificateTests {
    private let files: CertificatePair
    private let program: RunningProgram

    init() throws {
        files = try CertificatePair()
        try files.renew()
        program = try RunningProgram(
            on: try ProgramFolder(),
            ["--url", "https://localhost:8443", "--tls-cert", files.certificate, "--tls-key", files.key])
    }

    @Test func `is read again on SIGHUP`() throws {
        try files.renew()
        program.send(SIGHUP)
        #expect(program.log.wait(for: "tls.reloaded") != nil)
        #expect(try program.stop().status == 0)
    }

    @Test func `stays what it was where its files do not fit`() throws {
        try files.renew(writesKey: false)
        program.send(SIGHUP)
        let told = try #require(program.log.wait(for: "tls.not-reloaded"))
        #expect(told["reason"]?.stringValue?.contains("privateKeyMismatch") == true)
        #expect(try program.stop().status == 0)
    }
}
