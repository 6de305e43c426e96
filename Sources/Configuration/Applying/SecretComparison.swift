// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// A document of a file with the secret that belongs to it: the one given, or the stored one where none is.
struct SecretComparison {
    static let member = "client_secret_hash"

    /// With the hash in it, as it is to be stored.
    let document: ConfigurationDocument
    /// `nil` where there is no secret.
    let isChanged: Bool?

    init(_ document: ConfigurationDocument, before: ConfigurationDocument?, given: ClientSecret?) {
        guard document.kind == .client else {
            self.document = document
            isChanged = nil
            return
        }
        let stored = before.flatMap(Self.hash(in:))
        let written = Self.hash(in: document)
        let isSame = given.map { given in stored.map(given.matches) ?? false } ?? (written == nil || written == stored)
        let hash = isSame ? stored : given?.hash() ?? written
        var own = document.json["thumbturn"]?.objectValue ?? JSONObject()
        own[Self.member] = hash.map { .string($0.description) }
        var document = document
        if !own.isEmpty || document.json["thumbturn"] != nil { document.json["thumbturn"] = .object(own) }
        self.document = document
        isChanged = hash == nil ? nil : !isSame
    }

    private static func hash(in document: ConfigurationDocument) -> ClientSecretHash? {
        (document.json["thumbturn"]?[member]?.stringValue).flatMap { try? ClientSecretHash($0) }
    }
}
