// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite("Subject names of packed attestation")
struct SubjectNameTests {
    @Test(
        "a country code is compared without regard to the case of ASCII letters", arguments: ["SE", "se", "Kr", "xa"])
    func accepted(_ country: String) throws {
        #expect(try code(country: country) == "accepted")
    }

    /// Upper case makes SS of the second; Unicode takes the Kelvin sign for K.
    @Test(
        "a code with any other character is no country",
        arguments: ["ß", "\u{212A}R", "S\u{45}\u{301}", "SSE", "", "S"])
    func refused(_ country: String) throws {
        #expect(try code(country: country) == "registration.attestation.certificate-country-invalid")
    }

    private func code(country: String) throws -> String {
        // A key of its own kind, as certificates of a batch are made once.
        try RegistrationTrial(attesting: .packed).with {
            $0.settings.editCertificate = { $0.subject.set("2.5.4.6", to: country) }
        }.code()
    }
}
