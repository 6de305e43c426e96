// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import HTTPServer
import IdentityModel
import Testing
import ThumbturnServer

@Suite struct StartExplanationTests {
    private func explanation(_ kind: ErrorText.Kind, host: String = "0.0.0.0") -> String {
        let reason = ErrorText(kind, description: "something of the system")
        return ServerStartError.notListening(host: host, port: 443, reason: reason).explanation
    }

    @Test func `a privileged port is not reported as in use`() {
        let text = explanation(.permissionDenied)
        #expect(text.hasPrefix("port 443 is reserved for privileged programs."))
        #expect(text.contains("1024") && text.contains("setcap"))
        #expect(!text.contains("in use"))
    }

    @Test func `an IPv6 address is in brackets`() {
        #expect(explanation(.addressInUse, host: "::1").hasPrefix("[::1]:443 is already in use."))
        #expect(explanation(.addressInUse).hasPrefix("0.0.0.0:443 is already in use."))
    }

    @Test func `an unknown error is reported in the system's words`() {
        #expect(explanation(.other).contains("can't listen on 0.0.0.0:443: something of the system"))
    }

    @Test func `every certificate error names a fact and a remedy`() {
        let errors: [(TLSError, String, String)] = [
            (.contextUnavailable(reason: "why"), "why", "OpenSSL"),
            (.certificateUnreadable(file: "/c.pem", reason: "why"), "/c.pem", "Use the file"),
            (.certificateExpired(file: "/c.pem", at: "then"), "expired at then", "Renew it"),
            (.certificateNotYetValid(file: "/c.pem", before: "then"), "not valid before then", "clock"),
            (.hostWithoutCertificate(host: "a.test", files: ["/c.pem"]), "a.test", "--tls-cert"),
            (.privateKeyUnreadable(file: "/k.pem", reason: "why"), "/k.pem", "Use the file"),
            (.privateKeyEncrypted(file: "/k.pem"), "passphrase", "openssl pkey"),
            (
                .privateKeyMismatch(certificateFile: "/c.pem", privateKeyFile: "/k.pem"), "does not belong",
                "Use the key"
            ),
            (.notConfigured, "no certificate", "--tls-key"),
        ]
        for (error, fact, remedy) in errors {
            let text = ServerStartError.tls(error).explanation
            #expect(text.contains(fact) && text.contains(remedy), "\(text)")
            #expect(!text.contains("(file:") && !text.contains("Error"), "\(text)")
        }
    }

    @Test func `a default configuration is explained with its URL, its entities and the way to replace it`() throws {
        let text = try DefaultConfiguration(url: WebOrigin("https://id.example.com")).explanation
        for part in [
            "created for https://id.example.com:", DefaultConfiguration.connection, DefaultConfiguration.webClient,
            DefaultConfiguration.nativeClient, DefaultConfiguration.audience, "--config FILE",
        ] {
            #expect(text.contains(part), "\(text)")
        }
    }

    @Test func `some descriptors are reserved for other things than connections`() {
        #expect(DescriptorLimit(count: 1024).connections == 864)
        #expect(DescriptorLimit(count: 256).connections == 128)
        #expect(DescriptorLimit(count: 65_536).connections == 10_000)
        #expect(DescriptorLimit(count: 1024).connectionsPerPeer == 108)
        #expect(DescriptorLimit(count: 65_536).connectionsPerPeer == 256)
        #expect(DescriptorLimit(count: 64).connectionsPerPeer == 16)
    }
}
