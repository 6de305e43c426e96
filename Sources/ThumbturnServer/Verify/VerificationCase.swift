// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// A ceremony to verify: a response, and what the relying party knew when it came. `docs/vectors.md` has the format.
struct VerificationCase {
    enum Ceremony {
        case registration(PendingRegistration)
        case authentication(PendingAuthentication, StoredCredential)
    }

    /// The expected verdict, for `--check`.
    struct Expectation {
        let isAccepted: Bool
        /// The step of a rejection, without the section of a format.
        let step: String?
        /// Whether conforming relying parties may disagree.
        let isDebatable: Bool
    }

    let id: String
    let ceremony: Ceremony
    let responseJSON: [UInt8]
    let time: Timestamp
    let expectation: Expectation?

    init(_ json: JSONValue, settings: VerificationSettings) throws(CaseMalformation) {
        let members = try CaseMembers(json)
        id = try members.text("id")
        guard let input = members["input"] else { throw members.malformation(of: "input", expected: "the response") }
        responseJSON = input.serialized()
        time = try Self.time(members) ?? settings.time ?? .now()
        expectation = try Self.expectation(members)
        switch try members.text("type") {
        case "registration":
            ceremony = .registration(try Self.registration(members, settings: settings))
        case "authentication":
            let credential = try members.members("credential")
            ceremony = try Self.authentication(members, credential: credential)
        default:
            throw members.malformation(of: "type", expected: "registration or authentication")
        }
    }

    private static func time(_ members: CaseMembers) throws(CaseMalformation) -> Timestamp? {
        guard let text = try members.optionalText("verification_time") else { return nil }
        guard let time = Timestamp(text) else {
            throw members.malformation(of: "verification_time", expected: "an RFC 3339 time")
        }
        return time
    }

    private static func expectation(_ members: CaseMembers) throws(CaseMalformation) -> Expectation? {
        guard let verdict = try members.optionalText("expected") else { return nil }
        guard ["accept", "reject"].contains(verdict) else {
            throw members.malformation(of: "expected", expected: "accept or reject")
        }
        let step = try members.optionalText("spec_step")?.split(separator: " ").first.map(String.init)
        return Expectation(
            isAccepted: verdict == "accept", step: step,
            isDebatable: try members.bool("debatable", default: false))
    }

    private static func relyingParty(_ members: CaseMembers) throws(CaseMalformation) -> RelyingParty {
        let origins = Set((try members.texts("origin") ?? []).map(Origin.init(rawValue:)))
        guard !origins.isEmpty else {
            throw members.malformation(of: "origin", expected: "a string or an array of strings")
        }
        let topOrigins = Set((try members.texts("top_origins") ?? []).map(Origin.init(rawValue:)))
        let isFramingAllowed = try members.bool("allow_cross_origin", default: false)
        return RelyingParty(
            id: try members.text("rp_id"), origins: origins,
            framing: isFramingAllowed ? .allowed(topOrigins: topOrigins) : .notAllowed)
    }

    /// Reads the requirement. Only `required` makes user verification mandatory.
    private static func userVerification(
        _ members: CaseMembers
    ) throws(CaseMalformation) -> UserVerificationRequirement {
        try members.optionalText("user_verification").map(UserVerificationRequirement.init(rawValue:)) ?? .preferred
    }

    private static func registration(
        _ members: CaseMembers, settings: VerificationSettings
    ) throws(CaseMalformation) -> PendingRegistration {
        var pending = PendingRegistration(
            relyingParty: try relyingParty(members),
            challenge: Challenge(uncheckedBytes: try members.bytes("challenge")),
            registeredCredentials: .known(try members.credentialIDs("known_credential_ids") ?? []))
        pending.userVerification = try userVerification(members)
        pending.mediation = try members.bool("require_user_presence", default: true) ? .modal : .conditional
        pending.algorithms =
            try members.ints("allowed_algs")?.map(COSEAlgorithmID.init(rawValue:)) ?? COSEAlgorithmID.allImplemented
        pending.attestationPolicy.androidKeyAuthority = .trustedEnvironmentOrSoftware
        pending.attestationPolicy.safetyNetFreshness = .notChecked
        pending.attestationTrust = try trust(members, settings: settings)
        return pending
    }

    private static func trust(
        _ members: CaseMembers, settings: VerificationSettings
    ) throws(CaseMalformation) -> AttestationTrust {
        let anchors: TrustAnchors
        do {
            let texts = try members.texts("trust_anchors") ?? []
            anchors = try texts.isEmpty ? TrustAnchors(der: []) : TrustAnchors(pem: texts.joined(separator: "\n"))
        } catch let malformation as CaseMalformation {
            throw malformation
        } catch {
            throw members.malformation(of: "trust_anchors", expected: "an array of PEM certificates")
        }
        let policy = try members.optionalText("attestation_policy") ?? "statement"
        guard ["statement", "chain"].contains(policy) else {
            throw members.malformation(of: "attestation_policy", expected: "statement or chain")
        }
        guard policy == "chain" || settings.metadata.isUsed else { return .notRequired }
        var sources = AttestationTrust.Sources(anchors: anchors)
        sources.metadata = settings.metadata
        return .required(sources)
    }

    private static func authentication(
        _ members: CaseMembers, credential: CaseMembers
    ) throws(CaseMalformation) -> Ceremony {
        let relyingParty = try relyingParty(members)
        let named = try members.optionalHandle("expected_user_handle")
        let recorded = try credential.optionalHandle("user_handle") ?? named
        let owner = if let recorded { recorded } else { try responseHandle(members) }
        var pending = PendingAuthentication(
            relyingParty: relyingParty, challenge: Challenge(uncheckedBytes: try members.bytes("challenge")),
            user: try members.bool("discoverable", default: false) ? .discoverable : .identified(named ?? owner))
        pending.userVerification = try userVerification(members)
        if let allowed = try members.credentialIDs("allow_credentials"), !allowed.isEmpty {
            pending.allowedCredentials = .listed(allowed)
        }
        if let appID = try members.optionalText("appid") { pending.appID = .requested(appID) }
        let eligibility = credential["backup_eligible"]?.boolValue
        return .authentication(
            pending,
            StoredCredential(
                id: CredentialID(try credential.bytes("id")),
                publicKey: .coseBytes(try credential.bytes("public_key")), relyingPartyID: relyingParty.id,
                owner: owner, signCount: UInt32(clamping: try credential.optionalInt("sign_count") ?? 0),
                backupEligibility: eligibility.map { $0 ? .eligible : .notEligible } ?? .unknown))
    }

    /// Returns the user handle of the response, or a placeholder if the response has none.
    private static func responseHandle(_ members: CaseMembers) throws(CaseMalformation) -> UserHandle {
        let handle = members["input"]?["response"]?["userHandle"]?.stringValue.flatMap(UserHandle.init(base64URL:))
        guard let owner = handle ?? UserHandle([0]) else {
            throw members.malformation(of: "input", expected: "the response")
        }
        return owner
    }
}
