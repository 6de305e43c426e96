// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// What is accepted was signed; how strict a relying party is decides how far a response gets, its spelling never.
    static let authenticationResponse = FuzzTarget(
        name: "authentication-response", accepts: ["an authentication", "a strict authentication"]
    ) { json in
        guard let response = try? AuthenticationResponse(json: json) else {
            guard let any = Originals.credentials.first,
                case .failure(let rejection) = verdict(json, Trial.lenientAuthentication, any)
            else { fatalError("what cannot be read is not accepted") }
            requireExplained(rejection)
            return
        }
        let named = Originals.credentials.filter { $0.id == response.credentialID }
        for credential in named.isEmpty ? Originals.credentials.prefix(1) : named[...] {
            check(json, response, credential)
        }
    }

    private static func check(_ json: [UInt8], _ response: AuthenticationResponse, _ credential: StoredCredential) {
        let lenient = verdict(json, Trial.lenientAuthentication, credential)
        let strict = verdict(json, Trial.strictAuthentication, credential)
        if let value = try? JSONReader.read(json) {
            let respelled = verdict(value.serialized(), Trial.lenientAuthentication, credential)
            require(respelled.isSame(as: lenient), "a verdict is about the JSON, not about its spelling")
        }
        switch (lenient, strict) {
        case (.failure(let rejection), .failure(let other)):
            requireExplained(rejection)
            requireExplained(other)
            require(other.step.rawValue <= rejection.step.rawValue, "strictness gets nobody further")
        case (.failure, .success):
            require(false, "strictness gets nobody further")
        case (.success(let authentication), .failure(let rejection)):
            requireExplained(rejection)
            check(authentication, response, credential)
        case (.success(let authentication), .success(let other)):
            accepted("a strict authentication")
            require(other.counter != .regressed, "counters do not go back")
            require(other.flags.contains([.userPresent, .userVerified]), "the user was present and verified")
            check(authentication, response, credential)
        }
    }

    private typealias Verdict = Result<VerifiedAuthentication, AuthenticationRejection>

    private static func verdict(
        _ json: [UInt8], _ pending: PendingAuthentication, _ credential: StoredCredential
    ) -> Verdict {
        do {
            return .success(try AuthenticationVerification.verify(json: json, against: pending, credential: credential))
        } catch {
            return .failure(error)
        }
    }

    private static func check(
        _ authentication: VerifiedAuthentication, _ response: AuthenticationResponse, _ credential: StoredCredential
    ) {
        accepted("an authentication")
        require(Originals.asserted.contains(Originals.signedBytes(response)), "what is accepted was signed")
        require(authentication.credentialID == credential.id, "the credential is the one on record")
        require(authentication.owner == Trial.owner, "the account is the one on record")
        require(response.userHandle == nil || response.userHandle == Trial.owner, "nobody else's handle is accepted")
        guard let data = try? AuthenticatorData(response.authenticatorData) else {
            fatalError("what is accepted is read twice alike")
        }
        require(
            authentication.flags == data.flags && authentication.signCount == data.signCount,
            "what is stored is what was signed")
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
