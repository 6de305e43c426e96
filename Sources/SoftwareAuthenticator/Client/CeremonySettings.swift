// SPDX-License-Identifier: Apache-2.0

/// The behavior of the person, the platform and the embedding page in one ceremony.
public struct CeremonySettings: Sendable {
    /// The mediation of the call.
    public enum Mediation: String, Sendable {
        case modal
        /// At registration the user is not prompted, so neither presence nor verification is signed.
        case conditional
    }

    /// The caller.
    public enum Client: String, Sendable {
        /// A page. The origin must match the relying party, and `crossOrigin` is always written.
        case browser
        /// An app, with any origin. The platform decides which relying parties it may use.
        case native
    }

    /// The choice of attestation.
    public enum Conveyance: String, Sendable {
        /// The attestation that the options ask for, if the profile supports it.
        case asRequested
        /// The profile's attestation, whatever the options say.
        case always
    }

    /// Whether a person is present and consents.
    public var userPresent = true
    /// Whether the user is verified, or `nil` to verify whenever the profile can.
    public var userVerified: Bool?
    /// The mediation of the call.
    public var mediation = Mediation.modal
    /// The caller.
    public var client = Client.browser
    /// Whether the call comes from a frame of another origin than its page.
    public var crossOrigin = false
    /// The origin of the top page, written if `crossOrigin` is set.
    public var topOrigin: String?
    /// The choice of attestation.
    public var attestation = Conveyance.asRequested
    /// A fault of the attestation. Implies `attestation = .always`.
    public var alteration: AttestationAlteration?
    /// The algorithm of the attestation key in `packed` and `tpm`. The defaults are ES256 and RS256.
    public var attestationKeyAlgorithm: KeyAlgorithm?
    /// A change to the attestation certificate before it is signed.
    public var editCertificate: (@Sendable (inout CertificateTemplate) -> Void)?
    /// The credential that the person chooses, or `nil` for the latest one.
    public var chosenCredentialID: [UInt8]?
    /// Whether the credential was made through the old U2F API, so that the `appid` extension takes effect.
    public var usesAppID = false

    /// Creates the settings of a person who consents, in a browser, without frames.
    public init() {}

    /// Settings with some properties changed: `.with { $0.mediation = .conditional }`.
    public static func with(_ change: (inout CeremonySettings) -> Void) -> CeremonySettings {
        var settings = CeremonySettings()
        change(&settings)
        return settings
    }
}
