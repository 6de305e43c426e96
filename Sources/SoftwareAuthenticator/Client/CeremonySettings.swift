// SPDX-License-Identifier: Apache-2.0

/// The behavior of the user, the platform and the embedding page in one ceremony.
public struct CeremonySettings: Sendable {
    /// How the call is mediated.
    public enum Mediation: String, Sendable {
        case modal
        /// At registration nobody is asked, so neither presence nor verification of the user is signed.
        case conditional
    }

    /// Who calls.
    public enum Client: String, Sendable {
        /// A page: the origin must match the relying party, and `crossOrigin` is always written.
        case browser
        /// An app, whose right to a relying party is settled elsewhere; any origin goes.
        case native
    }

    /// Which attestation is given.
    public enum Conveyance: String, Sendable {
        /// What the options ask for, as far as the profile has it.
        case asRequested
        /// The profile's attestation, whatever the options say.
        case always
    }

    /// Whether the user is present and consents.
    public var userPresent = true
    /// Nil verifies the user whenever the profile can.
    public var userVerified: Bool?
    /// How the call is mediated.
    public var mediation = Mediation.modal
    /// Who calls.
    public var client = Client.browser
    /// Whether the call comes from a frame of another origin than its page.
    public var crossOrigin = false
    /// The origin of the top page, written when `crossOrigin` is set.
    public var topOrigin: String?
    /// Which attestation is given.
    public var attestation = Conveyance.asRequested
    /// A change to one item of the attestation; implies `attestation = .always`.
    public var alteration: AttestationAlteration?
    /// The algorithm of the attestation key in `packed` and `tpm`; nil is ES256 and RS256.
    public var attestationKeyAlgorithm: KeyAlgorithm?
    /// A last change to the attestation certificate, before it is signed.
    public var editCertificate: (@Sendable (inout CertificateTemplate) -> Void)?
    /// The credential that the user selects; `nil` selects the latest one.
    public var chosenCredentialID: [UInt8]?
    /// Treats the credential as one made through the old U2F API: the `appid` extension then takes effect.
    public var usesAppID = false

    /// A user who consents, in a browser, without frames.
    public init() {}

    /// Settings with some properties changed: `.with { $0.mediation = .conditional }`.
    public static func with(_ change: (inout CeremonySettings) -> Void) -> CeremonySettings {
        var settings = CeremonySettings()
        change(&settings)
        return settings
    }
}
