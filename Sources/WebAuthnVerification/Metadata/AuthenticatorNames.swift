// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The names of well-known authenticator models, for display only: without attestation a model is a mere claim.
public enum AuthenticatorNames {
    /// The name of a model, if it is a known one.
    public static func name(of model: AAGUID) -> String? {
        names[model]
    }

    private static let names: [AAGUID: String] = {
        let table = try? JSONReader.read(PackageResources.authenticator_names_json)
        var names: [AAGUID: String] = [:]
        for member in table?.objectValue?.members ?? [] {
            guard let model = AAGUID(member.name), let name = member.value.stringValue else { continue }
            names[model] = name
        }
        return names
    }()
}
