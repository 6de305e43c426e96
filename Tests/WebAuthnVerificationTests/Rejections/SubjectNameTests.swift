// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite struct SubjectNameTests {
    @Test(arguments: ["SE", "se", "Kr", "xa"])
    func `a country code is compared without the case of ASCII letters`(country: String) throws {
        #expect(try code(country: country) == "accepted")
    }

    /// Unicode maps ß to SS and the Kelvin sign to K.
    @Test(arguments: ["ß", "\u{212A}R", "S\u{45}\u{301}", "SSE", "", "S"])
    func `a country code with any other character is rejected`(country: String) throws {
        #expect(try code(country: country) == "registration.attestation.certificate-country-invalid")
    }

    private func code(country: String) throws -> String {
        try RegistrationScenario(attesting: .packed).with {
            $0.settings.editCertificate = { $0.subject.set("2.5.4.6", to: country) }
        }.code()
    }
}
