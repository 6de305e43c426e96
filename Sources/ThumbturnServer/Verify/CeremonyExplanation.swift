// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Cryptography
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// A decoded ceremony as text: the client data, the authenticator data, and the steps up to the verdict.
struct CeremonyExplanation {
    private let verificationCase: VerificationCase
    private let verdict: Verdict

    init(of verificationCase: VerificationCase, verdict: Verdict) {
        self.verificationCase = verificationCase
        self.verdict = verdict
    }

    /// The explanation, followed by an empty line.
    var text: String {
        var sections: [ExplanationSection] = []
        let steps: [(name: String, title: String)]
        switch verificationCase.ceremony {
        case .registration(let pending):
            steps = RegistrationStep.allCases.map { ("\($0)", $0.title) }
            if let response = try? RegistrationResponse(json: verificationCase.responseJSON) {
                sections = self.sections(of: response, to: pending)
            }
        case .authentication(let pending, let credential):
            steps = AuthenticationStep.allCases.map { ("\($0)", $0.title) }
            if let response = try? AuthenticationResponse(json: verificationCase.responseJSON) {
                sections = self.sections(of: response, to: pending, credential: credential)
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

    private func sections(
        of response: RegistrationResponse, to pending: PendingRegistration
    ) -> [ExplanationSection] {
        var sections = [
            clientData(
                response.clientDataJSON, challenge: pending.challenge, relyingParty: pending.relyingParty)
        ]
        guard let object = try? AttestationObject(response.attestationObject) else { return sections }
        sections.append(authenticator(object.authenticatorData, relyingParty: pending.relyingParty))
        var credential = ExplanationSection(title: "Credential")
        credential.add("identifier", value: "\(object.credential.id) (\(object.credential.id.bytes.count) bytes)")
        credential.add("model", value: Self.model(object.credential.aaguid))
        credential.add("algorithm", value: Self.algorithm(of: object.credential.publicKey))
        credential.add("transports", value: response.transports.map(\.rawValue).joined(separator: ", "))
        sections.append(credential)
        var attestation = ExplanationSection(title: "Attestation")
        attestation.add("format", value: object.format.rawValue)
        attestation.addCertificates(of: object.statement)
        sections.append(attestation)
        return sections
    }

    private func sections(
        of response: AuthenticationResponse, to pending: PendingAuthentication, credential: StoredCredential
    ) -> [ExplanationSection] {
        var sections = [
            clientData(
                response.clientDataJSON, challenge: pending.challenge, relyingParty: pending.relyingParty)
        ]
        if let data = try? AuthenticatorData(response.authenticatorData) {
            sections.append(authenticator(data, relyingParty: pending.relyingParty))
        }
        var section = ExplanationSection(title: "Credential")
        section.add("identifier", value: "\(response.credentialID)")
        section.add("user handle", value: response.userHandle?.base64URL ?? "none sent")
        section.add("counter on record", value: "\(credential.signCount)")
        sections.append(section)
        return sections
    }

    private func clientData(
        _ json: [UInt8], challenge: Challenge, relyingParty: RelyingParty
    ) -> ExplanationSection {
        var section = ExplanationSection(title: "Client data")
        guard let data = try? CollectedClientData(json: json) else {
            section.add("unreadable", value: "\(json.count) bytes")
            return section
        }
        section.add("type", value: data.type?.text ?? "none")
        let isExpected = data.challenge == ExactText(challenge.base64URL)
        section.add("challenge", value: isExpected ? "as issued" : "different from the issued one")
        let isAllowed = data.origin.map { relyingParty.origins.contains(Origin(rawValue: $0)) } ?? false
        section.add("origin", value: (data.origin ?? "none") + (isAllowed ? "" : " (not allowed)"))
        if case .present(let isCrossOrigin) = data.crossOrigin {
            section.add("cross-origin", value: "\(isCrossOrigin)")
        }
        if case .present(let topOrigin) = data.topOrigin { section.add("top origin", value: topOrigin) }
        return section
    }

    private func authenticator(_ data: AuthenticatorData, relyingParty: RelyingParty) -> ExplanationSection {
        var section = ExplanationSection(title: "Authenticator data")
        let isOurs = data.relyingPartyIDHash == relyingParty.idHash
        section.add("relying party", value: isOurs ? relyingParty.id : "not \(relyingParty.id)")
        let flags: [(AuthenticatorFlags, String)] = [
            (.userPresent, "UP"), (.userVerified, "UV"), (.backupEligible, "BE"), (.backedUp, "BS"),
            (.attestedCredentialData, "AT"), (.extensionData, "ED"),
        ]
        section.add("flags", value: flags.map { $1 + (data.flags.contains($0) ? "=1" : "=0") }.joined(separator: " "))
        section.add("counter", value: "\(data.signCount)")
        return section
    }

    private static func model(_ aaguid: AAGUID) -> String {
        let name = aaguid == .zero ? "not provided" : AuthenticatorNames.name(of: aaguid) ?? "unknown"
        return "\(aaguid) (\(name))"
    }

    private static func algorithm(of publicKey: CBORMap) -> String {
        guard let id = try? CredentialPublicKey.algorithm(of: publicKey) else { return "none" }
        return "\(id) (\(COSEAlgorithm.named(id)?.name ?? "unknown"))"
    }
}

/// A titled list of facts about a ceremony.
struct ExplanationSection {
    private let title: String
    private var rows: [(name: String, value: String)] = []

    init(title: String) {
        self.title = title
    }

    /// Adds a fact. Characters of the value that control a terminal are replaced.
    mutating func add(_ name: String, value: String) {
        rows.append((name, TerminalText.safe(value)))
    }

    /// Adds the algorithm and the certificates of an attestation statement.
    mutating func addCertificates(of statement: AttestationStatement) {
        if let algorithm = try? statement.algorithm() { add("algorithm", value: "\(algorithm.id) (\(algorithm.name))") }
        let limit = AttestationPolicy().limits.certificates
        for der in ((try? statement.certificateBytes()) ?? []).prefix(limit) {
            guard let certificate = try? Certificate(der: der) else { continue }
            let name = certificate.subject.values(for: DistinguishedName.commonName).first ?? "no common name"
            add("certificate", value: "\(name), valid \(certificate.notBefore) to \(certificate.notAfter)")
        }
    }

    var text: String {
        let width = rows.map(\.name.count).max() ?? 0
        return "  \(title)\n" + rows.map { "    \($0.name.padded(to: width))  \($0.value)\n" }.joined()
    }
}
