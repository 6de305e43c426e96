// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// Complete ceremonies, from the client's JSON to the verified value.
enum CeremonyCases {
    static func bareName(_ algorithm: String) -> String { "\(algorithm): bare EVP_DigestVerify" }
    static func parsedName(_ algorithm: String) -> String { "\(algorithm): authentication, key parsed" }
    static func rebuiltName(_ algorithm: String) -> String { "\(algorithm): authentication, key from stored bytes" }

    /// Returns the cases of an algorithm: the bare signature verification and authentications.
    static func authentications(_ algorithm: SampleCeremony.Algorithm) throws -> [BenchmarkCase] {
        let sample = try SampleCeremony(algorithm)
        let bare = BareVerification(sample)
        let bareName = bareName(algorithm.name)
        var cases = [BenchmarkCase(name: bareName, operation: bare.withPreparedContext)]
        if algorithm.id == .es256 {
            cases.append(
                BenchmarkCase(
                    name: "\(algorithm.name): the same, EVP_DigestVerifyInit each time", counterpart: bareName,
                    operation: bare.withFreshContext))
        }
        let records = [
            (parsedName(algorithm.name), sample.parsedCredential),
            (rebuiltName(algorithm.name), sample.rebuiltCredential),
        ]
        for (name, credential) in records {
            cases.append(
                .of(name, counterpart: bareName) {
                    try AuthenticationVerification.verify(
                        json: sample.authenticationJSON, against: sample.pendingAuthentication, credential: credential)
                })
        }
        return cases
    }

    static func registrations() throws -> [BenchmarkCase] {
        let attestations: [(String, AttestationKind)] = [
            ("none", .none), ("packed, self", .packedSelf), ("packed, x5c", .packed),
        ]
        return try attestations.map { name, attestation in
            let sample = try SampleCeremony(.es256, attestation: attestation)
            let time = Timestamp.now()
            return .of("ES256: registration, \(name)", counterpart: attestation == .none ? nil : bareName("ES256")) {
                try RegistrationVerification.verify(
                    json: sample.registrationJSON, against: sample.pendingRegistration, at: time)
            }
        }
    }
}
