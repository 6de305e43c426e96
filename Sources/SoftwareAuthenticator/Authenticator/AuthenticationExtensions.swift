// SPDX-License-Identifier: Apache-2.0

/// What an existing credential answers to the extensions it was asked about.
struct AuthenticationExtensions {
    private(set) var clientOutputs: [(name: String, value: JSONText)] = []
    /// The blob to keep from now on, when one was to be written.
    private(set) var writtenBlob: [UInt8]?

    init(_ inputs: ExtensionInputs?, credential: CredentialRecord, usesAppID: Bool) {
        guard let inputs else { return }
        if inputs.appid != nil { clientOutputs.append(("appid", .bool(usesAppID))) }
        if let prf = inputs.prf {
            let own = prf.evalByCredential?[Base64Text.url(credential.id)]
            let members = (own ?? prf.eval).map {
                [(name: "results", value: PseudoRandomFunction.results(secret: credential.prfSecret, salts: $0))]
            }
            clientOutputs.append(("prf", .object(members ?? [])))
        }
        if let blob = inputs.largeBlob { addLargeBlob(blob, credential: credential) }
    }

    private mutating func addLargeBlob(_ input: ExtensionInputs.LargeBlob, credential: CredentialRecord) {
        var members: [(name: String, value: JSONText)] = []
        if input.read == true, let blob = credential.largeBlob { members.append(("blob", .base64URL(blob))) }
        if let blob = input.write?.bytes {
            members.append(("written", .bool(credential.supportsLargeBlob)))
            if credential.supportsLargeBlob { writtenBlob = blob }
        }
        clientOutputs.append(("largeBlob", .object(members)))
    }
}
