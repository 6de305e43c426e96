// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// The parts are in the input, and the registration procedure accepts only signed objects.
    static let attestationObject = FuzzTarget(
        name: "attestation-object", accepts: ["an object", "a registration", "a trusted registration"]
    ) { bytes in
        let object: AttestationObject
        do throws(AttestationObjectRejection) {
            object = try AttestationObject(bytes)
        } catch {
            requireExplained(.attestationObjectMalformed(error))
            return
        }
        accepted("an object")
        require(isPart(object.authenticatorDataBytes, of: bytes), "the authenticator data is part of the object")
        require(isPart(Array(object.format.rawValue.utf8), of: bytes), "the format is part of the object")
        require(
            (try? AuthenticatorData(object.authenticatorDataBytes)) == object.authenticatorData,
            "the authenticator data is parsed the same inside the object and alone")
        require(
            object.authenticatorData.attestedCredential == object.credential,
            "the credential is that of the authenticator data")
        guard let json = SampleCeremonies.responseJSON(attestationObject: bytes) else {
            fatalError("the object is parsed the same twice")
        }
        checkRegistration(json)
    }
}
