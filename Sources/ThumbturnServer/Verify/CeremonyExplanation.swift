// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// One ceremony decoded for people: what the client and the authenticator said, and how far it got.
struct CeremonyExplanation {
    private let verificationCase: VerificationCase
    private let verdict: Verdict

    init(_ verificationCase: VerificationCase, _ verdict: Verdict) {
        self.verificationCase = verificationCase
        self.verdict = verdict
    }

    /// The explanation, with a blank line at its end.
    var text: String {
        var sections: [ExplanationSection] = []
        let steps: [(name: String, title: String)]
        switch verificationCase.ceremony {
        case .registration(let pending):
            steps = RegistrationStep.allCases.map { ("\($0)", $0.title) }
            if let response = try? RegistrationResponse(json: verificationCase.responseJSON) {
                sections = sectionsOf(response, pending)
            }
        case .authentication(let pending, let credential):
            steps = AuthenticationStep.allCases.map { ("\($0)", $0.title) }
            if let response = try? AuthenticationResponse(json: verificationCase.responseJSON) {
                sections = sectionsOf(response, pending, credential)
            }
        }
        return headline + sections.map(\.text).joined() + outcome(of: steps) + "\n"
    }

    private var headline: String {
        switch verdict.outcome {
        case .accept: "\(verificationCase.id): accepted\n"
        case .reject, .unavailable:
            """
            \(verificationCase.id): \(verdict.outcome == .reject ? "rejected" : "not judged, unavailable") at step \
            \(verdict.step ?? "") (\(verdict.code ?? ""))
              \(verdict.reason ?? "")

            """
        }
    }

    private func outcome(of steps: [(name: String, title: String)]) -> String {
        var text = "  Steps\n"
        for step in steps {
            let isLast = step.name == verdict.step
            text += "    \(isLast ? "✗" : "✓") \(step.name.padded(to: 7)) \(step.title)\n"
            if isLast { break }
        }
        return text
    }

    private func sectionsOf(
        _ response: RegistrationResponse, _ pending: PendingRegistration
    ) -> [ExplanationSection] {
        var sections = [clientData(response.clientDataJSON, pending.challenge, pending.relyingParty)]
        guard let object = try? AttestationObject(response.attestationObject) else { return sections }
        sections.append(authenticator(object.authenticatorData, pending.relyingParty))
        var credential = ExplanationSection(title: "Credential")
        credential.add("identifier", "\(object.credential.id) (\(object.credential.id.bytes.count) bytes)")
        credential.add("model", Self.model(object.credential.aaguid))
        credential.add("algorithm", Self.algorithm(of: object.credential.publicKey))
        credential.add("transports", response.transports.map(\.rawValue).joined(separator: ", "))
        sections.append(credential)
        var attestation = ExplanationSection(title: "Attestation")
        attestation.add("format", object.format.rawValue)
        attestation.addCertificates(of: object.statement)
        sections.append(attestation)
        return sections
    }

    private func sectionsOf(
        _ response: AuthenticationResponse, _ pending: PendingAuthentication, _ credential: StoredCredential
    ) -> [ExplanationSection] {
        var sections = [clientData(response.clientDataJSON, pending.challenge, pending.relyingParty)]
        if let data = try? AuthenticatorData(response.authenticatorData) {
            sections.append(authenticator(data, pending.relyingParty))
        }
        var section = ExplanationSection(title: "Credential")
        section.add("identifier", "\(response.credentialID)")
        section.add("user handle", response.userHandle?.base64URL ?? "none sent")
        section.add("counter on record", "\(credential.signCount)")
        sections.append(section)
        return sections
    }

    private func clientData(
        _ json: [UInt8], _ challenge: Challenge, _ relyingParty: RelyingParty
    ) -> ExplanationSection {
        var section = ExplanationSection(title: "Client data")
        guard let data = try? CollectedClientData(json: json) else {
            section.add("unreadable", "\(json.count) bytes")
            return section
        }
        section.add("type", data.type?.text ?? "none")
        let isExpected = data.challenge == ExactText(challenge.base64URL)
        section.add("challenge", isExpected ? "the one that was sent" : "another than was sent")
        let isAllowed = data.origin.map { relyingParty.origins.contains(Origin(rawValue: $0)) } ?? false
        section.add("origin", (data.origin ?? "none") + (isAllowed ? "" : " (not allowed)"))
        if case .present(let isCrossOrigin) = data.crossOrigin { section.add("cross-origin", "\(isCrossOrigin)") }
        if case .present(let topOrigin) = data.topOrigin { section.add("top origin", topOrigin) }
        return section
    }

    private func authenticator(_ data: AuthenticatorData, _ relyingParty: RelyingParty) -> ExplanationSection {
        var section = ExplanationSection(title: "Authenticator data")
        let isOurs = data.relyingPartyIDHash == relyingParty.idHash
        section.add("relying party", isOurs ? relyingParty.id : "another than \(relyingParty.id)")
        let flags: [(AuthenticatorFlags, String)] = [
            (.userPresent, "UP"), (.userVerified, "UV"), (.backupEligible, "BE"), (.backedUp, "BS"),
            (.attestedCredentialData, "AT"), (.extensionData, "ED"),
        ]
        section.add("flags", flags.map { $1 + (data.flags.contains($0) ? "=1" : "=0") }.joined(separator: " "))
        section.add("counter", "\(data.signCount)")
        return section
    }

    private static func model(_ aaguid: AAGUID) -> String {
        let name = aaguid == .zero ? "not told" : AuthenticatorNames.name(of: aaguid) ?? "unknown"
        return "\(aaguid) (\(name))"
    }

    private static func algorithm(of publicKey: CBORMap) -> String {
        guard let id = try? CredentialPublicKey.algorithm(of: publicKey) else { return "none" }
        return "\(id) (\(COSEAlgorithm.row(id)?.name ?? "unknown"))"
    }
}
