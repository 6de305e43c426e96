// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// Accepted responses were signed. A stricter relying party accepts no more, and the spelling of the JSON doesn't
    /// matter.
    static let authenticationResponse = FuzzTarget(
        name: "authentication-response", accepts: ["an authentication", "a strict authentication"]
    ) { json in
        guard let response = try? AuthenticationResponse(json: json) else {
            guard let any = SignedSeeds.credentials.first,
                case .failure(let rejection) = verdict(
                    on: json, against: SampleCeremonies.lenientAuthentication, credential: any)
            else { fatalError("a malformed response is rejected") }
            requireExplained(rejection)
            return
        }
        let named = SignedSeeds.credentials.filter { $0.id == response.credentialID }
        for credential in named.isEmpty ? SignedSeeds.credentials.prefix(1) : named[...] {
            check(json: json, response: response, credential: credential)
        }
    }

    private static func check(json: [UInt8], response: AuthenticationResponse, credential: StoredCredential) {
        let lenient = verdict(on: json, against: SampleCeremonies.lenientAuthentication, credential: credential)
        let strict = verdict(on: json, against: SampleCeremonies.strictAuthentication, credential: credential)
        if let value = try? JSONReader.read(json) {
            let respelled = verdict(
                on: value.serialized(), against: SampleCeremonies.lenientAuthentication, credential: credential)
            require(respelled.isSame(as: lenient), "the verdict depends on the JSON value only")
        }
        switch (lenient, strict) {
        case (.failure(let rejection), .failure(let other)):
            requireExplained(rejection)
            requireExplained(other)
            require(other.step.rawValue <= rejection.step.rawValue, "a stricter relying party accepts no more")
        case (.failure, .success):
            require(false, "a stricter relying party accepts no more")
        case (.success(let authentication), .failure(let rejection)):
            requireExplained(rejection)
            check(authentication, response: response, credential: credential)
        case (.success(let authentication), .success(let other)):
            accepted("a strict authentication")
            require(other.counter != .regressed, "a strict policy rejects a regressed counter")
            require(
                other.flags.contains([.userPresent, .userVerified]),
                "a strict policy requires user presence and verification")
            check(authentication, response: response, credential: credential)
        }
    }

    private typealias Verdict = Result<VerifiedAuthentication, AuthenticationRejection>

    private static func verdict(
        on json: [UInt8], against pending: PendingAuthentication, credential: StoredCredential
    ) -> Verdict {
        do {
            return .success(try AuthenticationVerification.verify(json: json, against: pending, credential: credential))
        } catch {
            return .failure(error)
        }
    }

    private static func check(
        _ authentication: VerifiedAuthentication, response: AuthenticationResponse, credential: StoredCredential
    ) {
        accepted("an authentication")
        require(SignedSeeds.asserted.contains(SignedSeeds.signedBytes(response)), "accepted responses were signed")
        require(authentication.credentialID == credential.id, "the credential is that of the record")
        require(authentication.owner == SampleCeremonies.owner, "the account is that of the record")
        require(
            response.userHandle == nil || response.userHandle == SampleCeremonies.owner,
            "only the owner's user handle is accepted")
        guard let data = try? AuthenticatorData(response.authenticatorData) else {
            fatalError("accepted data is parsed the same twice")
        }
        require(
            authentication.flags == data.flags && authentication.signCount == data.signCount,
            "stored values were signed")
    }
}

extension Result<VerifiedAuthentication, AuthenticationRejection> {
    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.failure(let one), .failure(let other)): one == other
        case (.success(let one), .success(let other)):
            one.credentialID == other.credentialID && one.signCount == other.signCount && one.flags == other.flags
                && one.extensionOutputs == other.extensionOutputs
        default: false
        }
    }
}
