// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// The parts stand in the input; the whole procedure, around the object, accepts what somebody signed and no more.
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
        require(isPart(object.authenticatorDataBytes, of: bytes), "the authenticator data stands in the object")
        require(isPart(Array(object.format.rawValue.utf8), of: bytes), "the format stands in the object")
        require(
            (try? AuthenticatorData(object.authenticatorDataBytes)) == object.authenticatorData,
            "the authenticator data is read alike inside the object and alone")
        require(object.authenticatorData.attestedCredential == object.credential, "there is one credential")
        guard let json = Trial.responseJSON(attestationObject: bytes) else {
            fatalError("the object is read twice alike")
        }
        checkRegistration(json)
    }
}
