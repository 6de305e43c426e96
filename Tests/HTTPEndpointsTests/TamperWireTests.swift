// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import SoftwareAuthenticator
import Testing
import WireFormats

/// Every way that the software authenticator knows to spoil an answer, over HTTP: at the token endpoint and in the
/// interface to one's own account.
struct TamperWireTests {
    private static func tampers(_ ceremony: Tamper.Ceremony) -> [Tamper] {
        Tamper.allCases.filter { tamper in
            // One has to be asked for by another rule; the other needs a challenge with certain letters.
            tamper.ceremonies.contains(ceremony) && tamper != .challengeStandardAlphabet
                && tamper.need(in: ceremony) != .crossOriginAllowed
        }
    }

    /// A visitor for whom the spoiling is the only thing wrong.
    private func visitor(_ tamper: Tamper, _ ceremony: Tamper.Ceremony) async throws -> Visitor {
        let profile: AuthenticatorProfile =
            switch tamper.need(in: ceremony) {
            case .countingCredential, .deviceBoundCredential: .legacyDeviceBound
            case .signedAttestation: .enterprisePacked
            case .rsaKey: .windowsHello
            case .edwardsKey: .securityKey.with { $0.algorithms = [.edDSA] }
            default: .iCloudKeychain
            }
        return Visitor(at: try await Place(), device: profile).with {
            if tamper.need(in: ceremony) == .userVerificationRequired { $0.realm = "verified" }
            if tamper.need(in: ceremony) == .signedAttestation { $0.settings.attestation = .always }
        }
    }

    /// A refusal of the ceremony, by its code; the grant is invalid, and nothing more is said.
    private func expectRefused(_ answer: Answer, _ tamper: Tamper, _ family: String) {
        let codes = ["\(family).", "request.", "sign-in.credential-unknown", "oauth.parameter_missing"]
        let isKnown = codes.contains { answer.code.hasPrefix($0) }
        #expect(isKnown, "\(tamper.name): \(answer.code)")
        #expect(answer.status == 403 || answer.status == 400, "\(tamper.name): \(answer.status)")
        #expect(answer.value("access_token") == nil)
    }

    @Test(arguments: tampers(.registration))
    func `a spoilt sign-up makes no account, and a harmless oddity makes one`(tamper: Tamper) async throws {
        let visitor = try await visitor(tamper, .registration).with { $0.tamper = tamper }
        let answer = try await visitor.signUp()
        let users = try await visitor.place.users().count
        switch tamper.verdict {
        case .refused:
            expectRefused(answer, tamper, "registration")
            #expect(users == 0)
        case .harmless: #expect(answer.status == 200, "\(tamper.name): \(answer.text)")
        case .either: #expect((answer.status == 200) == (users == 1))
        }
    }

    @Test(arguments: tampers(.authentication))
    func `a spoilt sign-in gets no tokens, and a harmless oddity gets them`(tamper: Tamper) async throws {
        let honest = try await visitor(tamper, .authentication)
        try await honest.signUp().require(200)
        let answer = try await honest.with { $0.tamper = tamper }.signIn()
        switch tamper.verdict {
        case .refused: expectRefused(answer, tamper, "authentication")
        case .harmless: #expect(answer.status == 200, "\(tamper.name): \(answer.text)")
        case .either: #expect(answer.status == 200 || answer.value("access_token") == nil)
        }
        // Whatever happened, the person still gets in.
        if tamper.need(in: .authentication) != .countingCredential { try await honest.signIn().require(200) }
    }

    @Test(arguments: tampers(.registration))
    func `a spoilt enrolment adds no passkey, and a harmless oddity adds one`(tamper: Tamper) async throws {
        let second = try await visitor(tamper, .registration)
        let first = second.with { $0.device = SoftwareAuthenticator() }
        try await first.signUp().require(200)
        let token = try await first.accountToken()
        let answer = try await second.with { $0.tamper = tamper }.enrol(token)
        let list = try await first.account(.get("/me/v1/authentication-methods"), token: token).require(200)
        let count = list.value("authentication_methods")?.arrayValue?.count
        switch tamper.verdict {
        case .refused:
            expectRefused(answer, tamper, "registration")
            #expect(count == 1)
        case .harmless: #expect(answer.status == 201, "\(tamper.name): \(answer.text)")
        case .either: #expect((answer.status == 201) == (count == 2))
        }
    }

    @Test func `why an answer was refused is in the code alone`() async throws {
        let visitor = Visitor(at: try await Place())
        try await visitor.signUp().require(200)
        let descriptions = try await [Tamper.flipSignatureBit, .wrongOrigin, .wrongRpIdHash].asyncMap { tamper in
            try await visitor.with { $0.tamper = tamper }.signIn().require(403).text("error_description")
        }
        #expect(Set(descriptions) == ["The passkey's answer was not accepted. Begin again."])
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ change: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await change(element)) }
        return values
    }
}
