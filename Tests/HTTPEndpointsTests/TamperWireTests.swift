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

    /// Nothing that is refused gets a token; the reason is in the code.
    private func expect(_ answer: Answer, _ success: Int, _ outcome: String?) {
        if outcome == "accepted" {
            #expect(answer.status == success, "\(answer.text)")
        } else {
            #expect(answer.code == outcome)
            #expect(answer.status == (success == 200 && !answer.code.hasPrefix("request.") ? 403 : 400))
            #expect(answer.value("access_token") == nil)
        }
    }

    @Test(arguments: tampers(.registration))
    func `a spoilt sign-up makes no account, and a harmless oddity makes one`(tamper: Tamper) async throws {
        let visitor = try await visitor(tamper, .registration).with { $0.tamper = tamper }
        let answer = try await visitor.signUp()
        let users = try await visitor.place.users().count
        let outcome = TamperOutcomes.registration[tamper]
        expect(answer, 200, outcome)
        #expect(users == (outcome == "accepted" ? 1 : 0))
    }

    @Test(arguments: tampers(.authentication))
    func `a spoilt sign-in gets no tokens, and a harmless oddity gets them`(tamper: Tamper) async throws {
        let honest = try await visitor(tamper, .authentication)
        try await honest.signUp().require(200)
        let answer = try await honest.with { $0.tamper = tamper }.signIn()
        expect(answer, 200, TamperOutcomes.authentication[tamper])
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
        // Here the answer is an object or nothing; at the token endpoint it may be a text.
        let isText = [Tamper.notJSON, .trailingResponse, .duplicateResponseMember].contains(tamper)
        let outcome = isText ? "request.shape" : TamperOutcomes.registration[tamper]
        expect(answer, 201, outcome)
        #expect(count == (outcome == "accepted" ? 2 : 1))
    }

    @Test(arguments: Tamper.Ceremony.allCases)
    func `what must be refused is, and what is harmless is not`(ceremony: Tamper.Ceremony) {
        let outcomes = ceremony == .registration ? TamperOutcomes.registration : .authentication
        for tamper in Self.tampers(ceremony) {
            switch tamper.verdict {
            case .refused: #expect(outcomes[tamper] != nil && outcomes[tamper] != "accepted", "\(tamper.name)")
            case .harmless: #expect(outcomes[tamper] == "accepted", "\(tamper.name)")
            case .either: #expect(outcomes[tamper] != nil, "\(tamper.name)")
            }
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
