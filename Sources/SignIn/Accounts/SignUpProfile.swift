// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
import WebAuthnMessages
package import WireFormats

/// The identifiers and the profile that a user signs up with.
package struct SignUpProfile: Sendable {
    package var identifiers: [Identifier.Kind: String] = [:]
    package var profile = User.Profile()
    package var metadata = JSONObject()
    /// Whether identifiers may be missing, because they come with the credential.
    package var awaitsIdentifiers = false
    /// The proofs of addresses that were made on pages before.
    package var proofs: [AddressProof] = []

    package init() {}

    private static let metadataLimit = 10
    /// In bytes of JSON. The session carries the metadata, and its length is limited.
    private static let metadataSize = 24_576

    /// Checks the profile against the connection's rules, and reads the identifiers.
    func draft(handle: UserHandle, under rules: IdentifierRules) throws(SignInFailure) -> SignUpDraft {
        var read: [Identifier] = []
        for kind in Identifier.Kind.allCases {
            let rule = rules.rules[kind]
            guard let text = identifiers[kind] else {
                if rule?.signUp == .required, !awaitsIdentifiers { throw .profile(.identifierMissing(kind)) }
                continue
            }
            guard let rule, rule.signUp != .inactive else { throw .profile(.identifierNotAccepted(kind)) }
            var identifier: Identifier
            do {
                identifier = try IdentifierReading.read(text, as: kind, userName: rules.userName)
            } catch {
                throw .profile(.identifierMalformed(kind))
            }
            // Several users may share a telephone, if they don't sign in with its number.
            if kind == .phoneNumber, !rule.isIdentifier { identifier.normalized = "" }
            read.append(identifier)
        }
        guard awaitsIdentifiers || read.contains(where: { rules.rules[$0.kind]?.isIdentifier == true }) else {
            throw .profile(.noIdentifier)
        }
        try checkProfile()
        var draft = SignUpDraft(handle: handle, identifiers: read, profile: profile, metadata: metadata)
        draft.awaitsIdentifiers = awaitsIdentifiers
        draft.proofs = proofs
        return draft
    }

    /// Completes a draft that awaits identifiers, under the same rules as at the beginning. What this profile lacks is
    /// taken from the draft.
    func completing(_ draft: SignUpDraft, under rules: IdentifierRules) throws(SignInFailure) -> SignUpDraft {
        var complete = self
        for identifier in draft.identifiers where identifiers[identifier.kind] == nil {
            complete.identifiers[identifier.kind] = identifier.value
        }
        complete.profile.name = profile.name ?? draft.profile.name
        complete.profile.givenName = profile.givenName ?? draft.profile.givenName
        complete.profile.familyName = profile.familyName ?? draft.profile.familyName
        complete.profile.nickname = profile.nickname ?? draft.profile.nickname
        complete.profile.picture = profile.picture ?? draft.profile.picture
        if metadata.isEmpty { complete.metadata = draft.metadata }
        return try complete.draft(handle: draft.handle, under: rules)
    }

    /// The keys of the limits on attempts to sign up with the identifiers.
    package var limitKeys: [String] {
        identifiers.map { "\($0.key.rawValue):\($0.value.lowercased())" }.sorted()
    }

    // The limits are those of Auth0's interface.
    func checkProfile() throws(SignInFailure) {
        let limits: [(String, String?, Int)] = [
            ("name", profile.name, 300), ("given_name", profile.givenName, 150),
            ("family_name", profile.familyName, 150), ("nickname", profile.nickname, 300),
            ("picture", profile.picture, 2048),
        ]
        for (member, text, limit) in limits where (text?.unicodeScalars.count ?? 0) > limit {
            throw .profile(.textTooLong(member: member, limit: limit))
        }
        for (member, text, _) in limits where text?.unicodeScalars.contains(where: \.overridesDirection) == true {
            throw .profile(.directionOverride(member: member))
        }
        if let picture = profile.picture {
            guard picture.lowercased().hasPrefix("https://"), (try? AbsoluteURI(picture)) != nil else {
                throw .profile(.pictureNotSecure)
            }
        }
        guard metadata.count <= Self.metadataLimit else {
            throw .profile(.tooMuchMetadata(limit: Self.metadataLimit))
        }
        guard JSONValue.object(metadata).serialized().count <= Self.metadataSize else {
            throw .profile(.textTooLong(member: "user_metadata", limit: Self.metadataSize))
        }
    }
}
